import { readTokenSetting } from '../../env.ts';
import { AppError } from '../../errors.ts';
import { serveMcpOverStdio } from '../../mcp/stdio.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';

const usage = 'mcp [--token TOKEN]';

export const mcpCommand: Command = {
  usage,
  summary:
    'Serve the tools of agents over standard input and output, for the token in SCROLLBACK_TOKEN or --token, until the input ends.',
  run: async (args) => {
    const { values } = readArguments(args, {
      usage,
      options: { token: { type: 'string' } },
      positionals: { min: 0, max: 0 },
    });
    const token = values.token ?? readTokenSetting();
    if (token === null)
      throw new AppError(
        'bad-input',
        'There is no token. Set SCROLLBACK_TOKEN, which other users of this machine cannot read, or give --token TOKEN.',
      );
    const streams = { input: process.stdin, output: process.stdout };
    await withEngine((engine) => serveMcpOverStdio(engine, token, streams));
    return 0;
  },
};
