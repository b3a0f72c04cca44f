import { HISTORY_LIMIT_DEFAULT, HISTORY_LIMIT_MAX, type HistoryMessage } from '../../contract/history.ts';
import { getHistory } from '../../history/get-history.ts';
import { type Command, readArguments, readNumber } from '../command.ts';
import { commandReader, withEngine } from '../context.ts';
import { countOf, formatTime, printJson, printLine, printNotice } from '../output.ts';

const usage = 'history KEY [--as EMAIL] [--around ID] [--branch ID] [--before ID] [--after ID] [--limit N] [--json]';

export const historyCommand: Command = {
  usage,
  summary: 'Read a session around a message, or its newest messages.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: {
        as: { type: 'string' },
        around: { type: 'string' },
        branch: { type: 'string' },
        before: { type: 'string' },
        after: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
      },
      positionals: { min: 1, max: 1 },
    });
    const { around, branch, before, after } = values;
    const reply = await withEngine(async (engine) =>
      getHistory(await commandReader(engine, values.as), {
        session: positionals[0] ?? '',
        limit: readNumber('--limit', values.limit, { min: 1, max: HISTORY_LIMIT_MAX }) ?? HISTORY_LIMIT_DEFAULT,
        ...(around === undefined ? {} : { around }),
        ...(branch === undefined ? {} : { branch }),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      }),
    );
    if (values.json === true) {
      printJson(reply);
      return 0;
    }
    if (reply.title !== null) printLine(`${reply.title}\n`);
    for (const message of reply.messages) printMessage(message, reply.anchor);
    if (reply.reason !== null) printNotice(reply.reason);
    if (reply.before !== null) printNotice(`earlier: --before ${reply.before}`);
    if (reply.after !== null) printNotice(`later: --after ${reply.after}`);
    printNotice(`${countOf(reply.messages.length, 'message')} of ${reply.sessionKey}`);
    return 0;
  },
};

function printMessage(message: HistoryMessage, anchor: string | null): void {
  const mark = message.messageId === anchor ? '>' : ' ';
  const who = message.kind === 'message' ? (message.role ?? '') : `── ${message.kind} ──`;
  printLine(`${mark} ${formatTime(message.timestamp)}  ${who}  ${message.messageId}`);
  if (message.text !== '') printLine(message.text.replace(/^/gm, '    '));
  printLine('');
}
