import { ZodError } from 'zod';
import { SettingsError } from '../env.ts';
import { AppError } from '../errors.ts';
import { log } from '../log.ts';
import type { Command } from './command.ts';
import { deleteCommand } from './commands/delete.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { pushCommand } from './commands/push.ts';
import { reindexCommand } from './commands/reindex.ts';
import { searchCommand } from './commands/search.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { setupLinkCommand } from './commands/setup-link.ts';
import { tokenCommand } from './commands/token.ts';
import { userCommand } from './commands/user.ts';
import { verifyCommand } from './commands/verify.ts';
import { printLine, printNotice } from './output.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['import', importCommand],
  ['search', searchCommand],
  ['history', historyCommand],
  ['sessions', sessionsCommand],
  ['export', exportCommand],
  ['delete', deleteCommand],
  ['push', pushCommand],
  ['verify', verifyCommand],
  ['user', userCommand],
  ['token', tokenCommand],
  ['mcp', mcpCommand],
  ['doctor', doctorCommand],
  ['reindex', reindexCommand],
  ['migrate', migrateCommand],
  ['setup-link', setupLinkCommand],
]);

const FAILED = 1;
const WRONG_USAGE = 2;

/** Runs one command line and gives its exit status: 0, 1 when the work failed, 2 for wrong usage. Never throws. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    printHelp();
    return name === undefined ? WRONG_USAGE : 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    printNotice(`"${name}" is not a command. Use one of ${[...COMMANDS.keys()].join(', ')}.`);
    return WRONG_USAGE;
  }
  if (rest.includes('--help')) {
    printLine(`scrollback ${command.usage}\n${command.summary}`);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (cause) {
    return explain(cause, command);
  }
}

function printHelp(): void {
  for (const command of COMMANDS.values()) printLine(`scrollback ${command.usage}\n    ${command.summary}`);
}

/** One line with the way out. What nobody foresaw goes to the log, and one fixed sentence to the caller. */
function explain(cause: unknown, command: Command): number {
  if (cause instanceof AppError) {
    printNotice(inOneLine(cause.message));
    return cause.kind === 'bad-input' ? WRONG_USAGE : FAILED;
  }
  if (cause instanceof SettingsError) {
    printNotice(inOneLine(cause.message));
    return WRONG_USAGE;
  }
  if (cause instanceof ZodError) {
    const field = String(cause.issues[0]?.path[0] ?? 'input');
    const name = field === 'session' ? 'KEY' : `--${field}`;
    printNotice(`${name} is empty, too long or of the wrong form. See scrollback ${command.usage}`);
    return WRONG_USAGE;
  }
  log.failure('command failed', cause);
  printNotice(
    storeProblem(cause) ??
      'The command failed for a reason that nobody foresaw; the log line above tells more. What was committed before is safe.',
  );
  return FAILED;
}

function inOneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, '; ');
}

function storeProblem(cause: unknown): string | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'SQLITE_FULL')
    return 'The disk is full. What was committed is safe; free space and run the command again.';
  if (code.startsWith('SQLITE_BUSY')) return 'Another process is writing. Nothing was lost; run the command again.';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return 'The database is damaged. Run `doctor`, and restore a backup if it finds faults.';
  if (code.startsWith('SQLITE_READONLY'))
    return 'The database may not be written by this user. Check who owns the data folder.';
  return null;
}
