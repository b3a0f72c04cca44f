/** Stands where the reader puts a token of their own. */
export const TOKEN_HERE = 'sbk_YOUR_TOKEN';

export type Recipe = {
  readonly agent: string;
  /** What to paste, and where. */
  readonly steps: readonly { readonly label: string; readonly text: string }[];
};

/** How each agent is told of this server. `address` is the whole address of its MCP endpoint. */
export function recipesFor(address: string): readonly Recipe[] {
  const headers = { Authorization: `Bearer ${TOKEN_HERE}` };
  return [
    {
      agent: 'Claude Code',
      steps: [
        {
          label: 'In a terminal',
          text: `claude mcp add --transport http scrollback ${address} --header "Authorization: Bearer ${TOKEN_HERE}"`,
        },
      ],
    },
    {
      agent: 'Codex',
      steps: [
        {
          label: 'In ~/.codex/config.toml',
          text: `[mcp_servers.scrollback]\nurl = "${address}"\nbearer_token_env_var = "SCROLLBACK_TOKEN"`,
        },
        { label: 'In the shell that starts Codex', text: `export SCROLLBACK_TOKEN=${TOKEN_HERE}` },
      ],
    },
    {
      agent: 'OpenClaw',
      steps: [
        {
          label: 'In a terminal',
          text: `openclaw mcp set scrollback '${JSON.stringify({ url: address, transport: 'streamable-http', headers })}'`,
        },
        { label: 'To see that it answers', text: 'openclaw mcp doctor scrollback --probe' },
      ],
    },
    {
      agent: 'Cursor',
      steps: [
        { label: 'In ~/.cursor/mcp.json', text: asJson({ mcpServers: { scrollback: { url: address, headers } } }) },
      ],
    },
    {
      agent: 'Any other over HTTP',
      steps: [
        {
          label: 'Streamable HTTP, with a header',
          text: asJson({ mcpServers: { scrollback: { type: 'http', url: address, headers } } }),
        },
      ],
    },
    {
      agent: 'Any other on the machine of this server',
      steps: [
        {
          label: 'Standard input and output; put in the folder that Scrollback was cloned to',
          text: asJson({
            mcpServers: {
              scrollback: {
                command: 'npm',
                args: ['--prefix', '/path/to/scrollback', 'run', '-s', 'scrollback', '--', 'mcp'],
                env: { SCROLLBACK_TOKEN: TOKEN_HERE },
              },
            },
          }),
        },
      ],
    },
  ];
}

function asJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
