import { readSettings } from '../../env.ts';
import { Spool } from '../../ingest/spool.ts';
import { deleteForGood } from '../../operate/delete-for-good.ts';
import { spoolDir } from '../../runtime.ts';
import { type Command, readArguments } from '../command.ts';
import { commandWriter, withEngine } from '../context.ts';
import { countOf, printJson, printLine } from '../output.ts';

const usage = 'delete KEY [--as EMAIL] [--json]';

export const deleteCommand: Command = {
  usage,
  summary: 'Delete a session without a trace; a later import does not bring it back.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { as: { type: 'string' }, json: { type: 'boolean' } },
      positionals: { min: 1, max: 1 },
    });
    const reply = await withEngine(async (engine) =>
      deleteForGood(await commandWriter(engine, values.as), positionals[0] ?? '', new Spool(spoolDir(readSettings()))),
    );
    if (values.json === true) printJson(reply);
    else {
      printLine(`Deleted ${reply.sessionKey} with ${countOf(reply.entries, 'entry', 'entries')}.`);
      printLine(
        reply.purged
          ? 'Its bytes are gone from the database file.'
          : 'Its bytes are not purged yet, another process is reading. Run `doctor --purge` later.',
      );
    }
    return 0;
  },
};
