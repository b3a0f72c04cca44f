import { type FileVerdict, verifySession } from '../../operate/verify-session.ts';
import { type Command, readArguments } from '../command.ts';
import { commandReader, withEngine } from '../context.ts';
import { countOf, printJson, printLine } from '../output.ts';

const usage = 'verify KEY [--as EMAIL] [--json]';

export const verifyCommand: Command = {
  usage,
  summary: 'Prove that a session is kept byte for byte as in its files.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { as: { type: 'string' }, json: { type: 'boolean' } },
      positionals: { min: 1, max: 1 },
    });
    const reply = await withEngine(async (engine) =>
      verifySession(await commandReader(engine, values.as), positionals[0] ?? ''),
    );
    if (values.json === true) printJson(reply);
    else for (const file of reply.files) printLine(describe(file));
    return reply.ok ? 0 : 1;
  },
};

function describe(file: FileVerdict): string {
  if (file.file === 'gone')
    return `gone     ${file.path}: ${countOf(file.records, 'record')} kept, but the file cannot be read to compare`;
  const state = file.file === 'same' ? 'same' : 'changed';
  const absent =
    file.firstDifferentLine === null
      ? ''
      : `; ${file.absent} kept that the file no longer holds, the first was line ${file.firstDifferentLine}`;
  const damaged = file.damaged === 0 ? '' : `; ${file.damaged} DAMAGED in the store, restore a backup`;
  return `${state.padEnd(7)}  ${file.path}: ${file.equal} of ${countOf(file.records, 'record')} equal${absent}${damaged}`;
}
