import { SESSION_PAGE_DEFAULT, SESSION_PAGE_MAX } from '../../contract/session.ts';
import { listSessions } from '../../history/list-sessions.ts';
import { type Command, readArguments, readNumber } from '../command.ts';
import { commandReader, withEngine } from '../context.ts';
import { countOf, formatTime, printJson, printLine, printNotice } from '../output.ts';

const usage = 'sessions [--as EMAIL] [--agent A] [--search TEXT] [--limit N] [--cursor C] [--json]';

export const sessionsCommand: Command = {
  usage,
  summary: 'List sessions, the one with the newest message first.',
  run: async (args) => {
    const { values } = readArguments(args, {
      usage,
      options: {
        as: { type: 'string' },
        agent: { type: 'string' },
        search: { type: 'string' },
        limit: { type: 'string' },
        cursor: { type: 'string' },
        json: { type: 'boolean' },
      },
      positionals: { min: 0, max: 0 },
    });
    const { agent, search, cursor } = values;
    const reply = await withEngine(async (engine) =>
      listSessions(await commandReader(engine, values.as), {
        limit: readNumber('--limit', values.limit, { min: 1, max: SESSION_PAGE_MAX }) ?? SESSION_PAGE_DEFAULT,
        ...(agent === undefined ? {} : { agentId: agent }),
        ...(search === undefined ? {} : { search }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    if (values.json === true) {
      printJson(reply);
      return 0;
    }
    for (const session of reply.sessions) {
      const when = session.lastTimeMs === null ? 'no messages     ' : formatTime(session.lastTimeMs);
      printLine(
        `${when}  ${session.kind.padEnd(8)}  ${session.sessionKey}  ${countOf(session.messages, 'message')}  ${session.ownerEmail}`,
      );
      if (session.title !== null) printLine(`    ${session.title}`);
    }
    printNotice(
      `${countOf(reply.sessions.length, 'session')}${reply.nextCursor === null ? '' : `; more with --cursor ${reply.nextCursor}`}`,
    );
    return 0;
  },
};
