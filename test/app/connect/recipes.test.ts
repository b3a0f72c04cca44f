import { describe, expect, it } from 'vitest';
import { recipesFor, TOKEN_HERE } from '../../../app/(signed-in)/connect/recipes.ts';
import { TOKEN_PATTERN } from '../../../server/contract/token.ts';

const ADDRESS = 'https://scrollback.example.org/api/mcp';

describe('what an agent is told of this server', () => {
  const recipes = recipesFor(ADDRESS);
  const steps = recipes.flatMap(({ agent, steps }) => steps.map((step) => ({ agent, ...step })));

  it('names the token’s place in each, and the address wherever it goes over HTTP', () => {
    for (const { agent, steps } of recipes) {
      const all = steps.map(({ text }) => text).join('\n');
      expect(all).toContain(TOKEN_HERE);
      expect(all.includes(ADDRESS)).toBe(!agent.includes('machine of this server'));
    }
  });

  it('is JSON where it says so', () => {
    const json = steps.filter(({ text }) => text.startsWith('{'));
    expect(json.length).toBeGreaterThan(2);
    for (const { text } of json) expect(Object.keys(JSON.parse(text) as object)).toEqual(['mcpServers']);
    const openclaw = /'(.*)'$/.exec(steps.find(({ text }) => text.startsWith('openclaw mcp set'))?.text ?? '')?.[1];
    expect(JSON.parse(openclaw ?? '')).toEqual({
      url: ADDRESS,
      transport: 'streamable-http',
      headers: { Authorization: `Bearer ${TOKEN_HERE}` },
    });
  });

  it('shows a place for a token that no server takes for one', () => {
    expect(TOKEN_PATTERN.test(TOKEN_HERE)).toBe(false);
  });
});
