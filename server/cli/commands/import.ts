import type { Person } from '../../contract/actor.ts';
import type { ImportedFile, ImportReport } from '../../contract/import.ts';
import { FORMATS, formatSchema } from '../../contract/transcript.ts';
import { AppError } from '../../errors.ts';
import { assertPaths } from '../../ingest/collect-files.ts';
import { importPaths } from '../../ingest/import-paths.ts';
import type { Store } from '../../runtime.ts';
import { writeScope } from '../../visibility/scope.ts';
import { type Command, readArguments } from '../command.ts';
import { withEngine } from '../context.ts';
import { countOf, inOneLine, printJson, printLine } from '../output.ts';
import { importOwnerAccessUnchecked } from '../people.ts';
import { ProgressLine } from '../progress.ts';

const usage = 'import PATH… [--owner EMAIL] [--format F] [--restore-deleted] [--json]';

export const importCommand: Command = {
  usage,
  summary: 'Import transcripts at and below paths; running it again adds only what is new.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: {
        owner: { type: 'string' },
        format: { type: 'string' },
        'restore-deleted': { type: 'boolean' },
        json: { type: 'boolean' },
      },
      positionals: { min: 1, max: 10_000 },
    });
    if (positionals.includes('')) throw new AppError('bad-input', `A path is empty. Usage: scrollback ${usage}`);
    const format = readFormat(values.format);
    // Before anything else: a mistyped path must not leave a new owner behind.
    await assertPaths(positionals);
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    process.once('SIGINT', stop);
    const progress = new ProgressLine();
    try {
      const report = await withEngine(async (engine) => {
        const person = await owner(engine, values.owner);
        const input = {
          paths: positionals,
          format,
          restoresDeleted: values['restore-deleted'] ?? false,
          uploadFolder: null,
        };
        const control = { nowMs: Date.now(), signal: abort.signal, onProgress: progress.update.bind(progress) };
        return importPaths(writeScope(engine, { type: 'person', person }), input, control);
      });
      progress.end();
      if (values.json === true) printJson(report);
      else printReport(report);
      return report.failed > 0 ? 1 : 0;
    } finally {
      progress.end();
      process.off('SIGINT', stop);
    }
  },
};

async function owner(engine: Store, email: string | undefined): Promise<Person> {
  if (email === undefined && (await engine.countPeople()) === 0) {
    throw new AppError(
      'bad-input',
      'There is nobody in this database yet. Say whose sessions these are with --owner EMAIL.',
    );
  }
  return importOwnerAccessUnchecked(engine, email ?? null);
}

function readFormat(name: string | undefined): (typeof FORMATS)[number] | null {
  if (name === undefined) return null;
  const parsed = formatSchema.safeParse(name);
  if (!parsed.success) throw new AppError('bad-input', `"${name}" is not a format. Use one of ${FORMATS.join(', ')}.`);
  return parsed.data;
}

function printReport(report: ImportReport): void {
  for (const file of report.files) {
    printLine(inOneLine(describe(file)));
    for (const { reason, count, line } of file.skipped) {
      const place = line === undefined ? '' : ` (first at line ${line})`;
      printLine(`    ${count === 1 ? '' : `${count} × `}${reason}${place}`);
    }
  }
  const failed = report.failed > 0 ? `, ${report.failed} failed` : '';
  printLine(
    `${countOf(report.files.length, 'file')}: ${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged${failed}; ` +
      `they hold ${countOf(report.sessions, 'session')}`,
  );
}

function describe(file: ImportedFile): string {
  const what =
    file.sessionKey === null ? '' : `  ${file.sessionKey}  ${countOf(file.messages, 'message')}, ${file.active} active`;
  return `${file.status.padEnd(9)}  ${file.path}${what}`;
}
