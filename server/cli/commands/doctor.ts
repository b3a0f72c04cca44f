import { examineAccessUnchecked } from '../../operate/doctor.ts';
import { purgeAccessUnchecked } from '../../operate/purge.ts';
import { reindexAccessUnchecked } from '../../operate/reindex.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { printJson, printLine } from '../output.ts';

const usage = 'doctor [--fix] [--purge] [--json]';

export const doctorCommand: Command = {
  usage,
  summary: 'Check the database, its indexes and its references; --fix mends the indexes, --purge finishes deletions.',
  run: async (args) => {
    const { values } = readArguments(args, {
      usage,
      options: { fix: { type: 'boolean' }, purge: { type: 'boolean' }, json: { type: 'boolean' } },
      positionals: { min: 0, max: 0 },
    });
    const diagnosis = await withEngine(async (engine) => {
      if (values.fix === true) await reindexAccessUnchecked(engine, 'broken');
      if (values.purge === true) await purgeAccessUnchecked(engine);
      return examineAccessUnchecked(engine);
    });
    if (values.json === true) printJson(diagnosis);
    else
      for (const check of diagnosis.checks)
        printLine(`${check.ok ? 'ok    ' : 'FAULT '}  ${check.name}: ${check.detail}`);
    return diagnosis.ok ? 0 : 1;
  },
};
