import { type ExportFile, type ExportTable, exportFormatSchema } from '../../contract/export.ts';
import { AppError } from '../../errors.ts';
import { exportHits } from '../../history/export-hits.ts';
import { exportSession } from '../../history/export-session.ts';
import { exportSessionList } from '../../history/export-session-list.ts';
import type { ReadScope } from '../../visibility/scope.ts';
import { type Command, readArguments } from '../command.ts';
import { commandReader, withEngine } from '../context.ts';
import { countOf, printNotice } from '../output.ts';
import { writeOutput } from '../write-output.ts';

const usage =
  'export KEY [--as EMAIL] [--format jsonl|markdown|html] [--branch ID] [--output FILE], or export --list [--search TEXT] or --hits QUERY, --format csv';

type Values = {
  readonly format?: string;
  readonly branch?: string;
  readonly list?: true;
  readonly search?: string;
  readonly hits?: string;
};

export const exportCommand: Command = {
  usage,
  summary: 'Write a session, or a list of sessions or hits, to a file of its own or to standard output.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: {
        as: { type: 'string' },
        format: { type: 'string' },
        branch: { type: 'string' },
        output: { type: 'string' },
        list: { type: 'boolean' },
        search: { type: 'string' },
        hits: { type: 'string' },
      },
      positionals: { min: 0, max: 1 },
    });
    const make = chooseExport(values, positionals[0]);
    await withEngine(async (engine) => {
      const scope = await commandReader(engine, values.as);
      await writeOutput(values.output, async () => report(await make(scope)));
    });
    return 0;
  },
};

type MakeFile = (scope: ReadScope) => Promise<ExportFile | ExportTable>;

/** Throws `bad-input` when words and options do not go together. */
function chooseExport(values: Values, key: string | undefined): MakeFile {
  const { format, branch, list, search, hits } = values;
  const isTable = list === true || hits !== undefined;
  if (isTable === (key !== undefined) || (list === true && hits !== undefined))
    throw new AppError('bad-input', 'Name one thing: a KEY, --list or --hits QUERY.');
  if (isTable && (branch !== undefined || (format ?? 'csv') !== 'csv'))
    throw new AppError('bad-input', 'Lists come as csv, and have no branch.');
  if (search !== undefined && list !== true) throw new AppError('bad-input', '--search goes with --list.');
  if (hits !== undefined) return (scope) => exportHits(scope, hitsInput(hits), { nowMs: Date.now(), signal: null });
  if (isTable) return (scope) => exportSessionList(scope, search === undefined ? {} : { search });
  const as = exportFormatSchema.safeParse(format ?? 'jsonl');
  if (!as.success) throw new AppError('bad-input', `--format takes one of ${exportFormatSchema.options.join(', ')}.`);
  const input = { session: key ?? '', as: as.data, ...(branch === undefined ? {} : { branch }) };
  return (scope) => exportSession(scope, input);
}

function hitsInput(query: string): Parameters<typeof exportHits>[1] {
  return { query, group: 'message', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

function report(file: ExportFile | ExportTable): ExportFile {
  if ('rows' in file) {
    printNotice(countOf(file.rows, 'row'));
    if (file.isCut) printNotice('There is more than this table holds. Narrow it to have the rest.');
  }
  return file;
}
