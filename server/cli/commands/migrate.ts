import { readSettings } from '../../env.ts';
import { purgeAccessUnchecked } from '../../operate/purge.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { ownerFromEnvironmentAccessUnchecked } from '../first-owner.ts';
import { printNotice } from '../output.ts';

const usage = 'migrate';

export const migrateCommand: Command = {
  usage,
  summary:
    'Make the database or bring it up to date, make the owner that the environment names, and finish deletions that were cut off. `npm run up` calls it.',
  run: async (args) => {
    readArguments(args, { usage, options: {}, positionals: { min: 0, max: 0 } });
    const notice = await withEngine(async (engine) => {
      await purgeAccessUnchecked(engine);
      return ownerFromEnvironmentAccessUnchecked(engine, readSettings().owner);
    });
    if (notice !== null) printNotice(notice);
    return 0;
  },
};
