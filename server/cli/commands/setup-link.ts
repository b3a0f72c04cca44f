import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { setupPathAccessUnchecked } from '../first-owner.ts';
import { printLine } from '../output.ts';

const usage = 'setup-link';

export const setupLinkCommand: Command = {
  usage,
  summary:
    'Print the path of a one-time set-up link while no owner can sign in; nothing otherwise. `npm run up` calls it.',
  run: async (args) => {
    readArguments(args, { usage, options: {}, positionals: { min: 0, max: 0 } });
    const path = await withEngine((engine) => setupPathAccessUnchecked(engine, Date.now()));
    if (path !== null) printLine(path);
    return 0;
  },
};
