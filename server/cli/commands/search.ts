import type { Named } from '../../contract/query.ts';
import type { Hit, SearchReply } from '../../contract/search.ts';
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX, sortSchema } from '../../contract/search.ts';
import { AppError } from '../../errors.ts';
import { searchMessages } from '../../search/search-messages.ts';
import { type Command, readArguments, readNumber } from '../command.ts';
import { commandReader, withEngine } from '../context.ts';
import { countOf, formatTime, printJson, printLine, printNotice } from '../output.ts';

const usage = 'search QUERY [--as EMAIL] [--limit N] [--sort best|newest|oldest] [--all] [--cursor C] [--json]';

export const searchCommand: Command = {
  usage,
  summary: 'Search messages; one best hit a session, or --all hits.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: {
        as: { type: 'string' },
        limit: { type: 'string' },
        sort: { type: 'string' },
        all: { type: 'boolean' },
        cursor: { type: 'string' },
        json: { type: 'boolean' },
      },
      positionals: { min: 1, max: 1000 },
    });
    const sort = sortSchema.safeParse(values.sort ?? 'best');
    if (!sort.success) throw new AppError('bad-input', `--sort takes one of ${sortSchema.options.join(', ')}.`);
    const reply = await withEngine(async (engine) =>
      searchMessages(
        await commandReader(engine, values.as),
        {
          query: positionals.join(' '),
          sort: sort.data,
          group: values.all === true ? 'message' : 'session',
          limit: readNumber('--limit', values.limit, { min: 1, max: SEARCH_LIMIT_MAX }) ?? SEARCH_LIMIT_DEFAULT,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(values.cursor === undefined ? {} : { cursor: values.cursor }),
        },
        { nowMs: Date.now(), signal: null },
      ),
    );
    if (values.json === true) printJson(reply);
    else printReply(reply);
    return 0;
  },
};

function printReply(reply: SearchReply): void {
  for (const named of reply.interpreted.named) printNamed(named);
  for (const hit of reply.results) printHit(hit);
  for (const note of reply.interpreted.notes) printNotice(note);
  const { summary, match, missing } = reply.interpreted;
  printNotice(`understood as: ${summary}`);
  if (match === 'some') printNotice('No message holds all words: these hold some, perhaps in other forms, best first.');
  if (missing.length > 0) printNotice(`In no message: ${missing.join(', ')}`);
  printOtherBranches(reply.otherBranches);
  const more = reply.truncated ? ', more with --cursor (see --json)' : '';
  const ranked = reply.ranked.includes('-') ? `, among the ${reply.ranked.replace('-', ' ')} matches` : '';
  const indexing = reply.indexing ? `; ${countOf(reply.pending, 'session')} still being indexed` : '';
  printNotice(`${countOf(reply.results.length, 'hit')} in: ${reply.scope.description}${ranked}${more}${indexing}`);
}

/** What the query is an id of. */
function printNamed({ sessionKey, messageId, title, timestamp, branch }: Named): void {
  const time = timestamp === null ? '' : `${formatTime(timestamp)}  `;
  const what = messageId === null ? sessionKey : `${sessionKey}  ${messageId}`;
  printLine(
    `${time}${messageId === null ? 'session' : 'message'}  ${what}${branch === undefined ? '' : `  (branch ${branch})`}`,
  );
  if (title !== null) printLine(`    ${title}`);
}

function printOtherBranches(others: SearchReply['otherBranches']): void {
  if (others === null || others.matches === 0) return;
  printNotice(`On other branches: ${others.matches}${others.isMore ? '+' : ''} more, with branch:any`);
}

function printHit(hit: Hit): void {
  const where = hit.branch === undefined ? '' : `  (branch ${hit.branch})`;
  const more = (hit.matchesInSession ?? 1) > 1 ? `  ${hit.matchesInSession} matches` : '';
  printLine(`${formatTime(hit.timestamp)}  ${hit.role.padEnd(9)}  ${hit.sessionKey}  ${hit.messageId}${where}${more}`);
  if (hit.title !== null) printLine(`    ${hit.title}`);
  printLine(`    ${marked(hit)}\n`);
}

/** Highlights stand between ‹ and › on a terminal; elsewhere nothing marks them. */
function marked(hit: Hit): string {
  if (!process.stdout.isTTY) return hit.snippet;
  let text = '';
  let at = 0;
  for (const [start, end] of hit.highlights) {
    text += `${hit.snippet.slice(at, start)}‹${hit.snippet.slice(start, end)}›`;
    at = end;
  }
  return text + hit.snippet.slice(at);
}
