import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import { AppError, type ErrorKind } from '../../server/errors.ts';
import type { Ask, ListAsk, Searching, SessionName, WithinAsk } from './asks.ts';
import { keyOf, nativeIdOf } from './cast.ts';
import { queryText } from './query-asks.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** One call, with what the verb of that name takes; of an export of a list, the verb behind it. */
export type Call = {
  readonly verb: Exclude<Ask['type'], 'pasted' | 'facets-of-all'>;
  readonly input: Readonly<Record<string, unknown>>;
};
/** The reply, or the refusal, as it goes out. Rows and cursors are read from `value`, and all of `bytes` is compared. */
export type Answer = { readonly bytes: string; readonly value: unknown };
export type Door = {
  readonly name: string;
  /** Who comes in. */
  readonly actors: 'all' | 'people' | 'tokens';
  /** The ask as this door can be asked it, or what comes next to it; null when there is nothing like it. */
  fit(ask: Ask): Ask | null;
  call(stage: Stage, world: World, call: Call): Promise<Answer>;
};
/** What a refusal is read as, at every door. */
export type Refusal = { readonly refused: ErrorKind | 'other'; readonly message: string };

const PAGES_MAX = 100;

/** Everything that the actor is answered, to the last page. `from` goes on behind a page that was given earlier. */
export async function answersTo(
  at: { stage: Stage; world: World; door: Door },
  ask: Ask,
  from: string | null = null,
): Promise<readonly Answer[]> {
  const call = callOf(at.world, at.stage, ask);
  const answers: Answer[] = [];
  let cursor = from;
  do {
    const input = cursor === null ? call.input : { ...call.input, cursor };
    const answer = await at.door.call(at.stage, at.world, { verb: call.verb, input });
    answers.push(answer);
    cursor = nextCursor(answer);
  } while (cursor !== null && answers.length < PAGES_MAX);
  if (cursor !== null) throw new Error(`There is no end after ${PAGES_MAX} pages.`);
  return answers;
}

export function nextCursor({ value }: Answer): string | null {
  return (value as Partial<SearchReply | SessionListReply> | null)?.nextCursor ?? null;
}

/** A refusal is an answer too. */
export function refusalOf(cause: unknown): Refusal {
  if (cause instanceof AppError) return { refused: cause.kind, message: cause.message };
  throw cause;
}

/** The kind behind a sentence, for doors that give the sentence alone. */
export function kindOfSentence(message: string): Refusal['refused'] {
  const kinds: readonly [RegExp, Refusal['refused']][] = [
    [/^Several sessions have this key/, 'conflict'],
    [/not found|no such|not see/i, 'not-found'],
  ];
  return kinds.find(([sentence]) => sentence.test(message))?.[1] ?? 'bad-input';
}

function callOf(world: World, stage: Stage, ask: Ask): Call {
  const nameOf = (name: SessionName): string => sessionName(world, stage, name);
  switch (ask.type) {
    case 'search':
      return { verb: 'search', input: { ...searchInput(ask, nameOf), limit: ask.limit } };
    case 'export-hits':
      return { verb: ask.type, input: searchInput(ask, nameOf) };
    case 'facets': {
      const { query, match, timeZone, lastWordIsPrefix } = ask;
      return { verb: 'facets', input: { query: queryText(query), match, timeZone, lastWordIsPrefix } };
    }
    case 'facets-of-all':
      return { verb: 'facets', input: {} };
    case 'pasted':
      return { verb: 'search', input: { query: typeof ask.name === 'string' ? ask.name : nameOf(ask.name) } };
    case 'list':
      return { verb: 'list', input: { ...listInput(ask.filter, nameOf), limit: ask.limit } };
    case 'export-list':
      return { verb: ask.type, input: listInput(ask.filter, nameOf) };
    case 'get':
    case 'verify':
    case 'grants':
      return { verb: ask.type, input: { session: nameOf(ask.name) } };
    case 'message':
    case 'branches':
    case 'outline':
    case 'export': {
      const { type, name, ...rest } = ask;
      return { verb: type, input: given({ ...rest, session: nameOf(name) }) };
    }
    case 'history': {
      const { type, name, from, ...rest } = ask;
      const point = from === null ? {} : from.at === 'start' ? { start: true } : { [from.at]: from.messageId };
      return { verb: type, input: given({ ...rest, ...point, session: nameOf(name) }) };
    }
  }
}

type NameOf = (name: SessionName) => string;

function searchInput({ query, within, ...how }: Searching, nameOf: NameOf): Call['input'] {
  const { sort, group, match, timeZone, lastWordIsPrefix } = how;
  const asked = { query: queryText(query), sort, group, match, timeZone, lastWordIsPrefix };
  return within === null ? asked : { ...asked, within: withinInput(within, nameOf) };
}

function withinInput({ session, ...rest }: WithinAsk, nameOf: NameOf): Call['input'] {
  return given({ ...rest, session: session === null ? null : nameOf(session) });
}

function listInput({ parent, ...rest }: ListAsk, nameOf: NameOf): Call['input'] {
  return given({ ...rest, parent: parent === null || parent === 'none' ? parent : nameOf(parent) });
}

const given = (input: Readonly<Record<string, unknown>>): Call['input'] =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

function sessionName({ sessions }: World, { placed }: Stage, { session: index, by }: SessionName): string {
  const session = sessions[index];
  if (by === 'current' || by === 'main') return by;
  if (session === undefined) return 'agent:main:nobodys';
  if (by === 'id') return placed[index]?.publicId ?? '';
  return by === 'key' ? keyOf(session) : nativeIdOf(session);
}
