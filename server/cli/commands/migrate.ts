import { purgeAccessUnchecked } from '../../operate/purge.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';

const usage = 'migrate';

export const migrateCommand: Command = {
  usage,
  summary: 'Make the database or bring it up to date, and finish deletions that were cut off. `npm run up` calls it.',
  run: async (args) => {
    readArguments(args, { usage, options: {}, positionals: { min: 0, max: 0 } });
    await withEngine(purgeAccessUnchecked);
    return 0;
  },
};
