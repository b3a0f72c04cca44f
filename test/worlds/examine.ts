import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import type { Ask } from './asks.ts';
import { type Answer, answersTo, type Door, nextCursor, type Refusal } from './door.ts';
import { expectedReply } from './expectation.ts';
import { forbiddenIn } from './forbidden.ts';
import type { View } from './names.ts';
import { type Standing, standingAfter, standingAtFirst, visibleIn } from './oracle.ts';
import { deleteHidden, type Fault, narrow, putWorld, type Stage } from './stage.ts';
import type { World } from './world.ts';

export type Finding = { readonly what: string; readonly ask: Ask; readonly said: string; readonly expected: string };
export type Round = { readonly stage: Stage; readonly world: World; readonly door: Door };
type Told = { readonly ask: Ask; readonly answers: readonly Answer[]; readonly behindCursor: readonly Answer[] };

/**
 * Plays one world: asks everything, takes from the actor what the world says, asks again (and goes on from the cursors of
 * before), deletes all that the actor may not see, and asks a third time. Null when every reply is what plain arrays say,
 * the second round shows nothing that the first did not, and the third is the second, byte for byte.
 */
export async function examine(round: Round, asks: readonly Ask[], fault: Fault = {}): Promise<Finding | null> {
  const { stage, world } = round;
  await putWorld(stage, world, fault);
  const view = (standing: Standing): View => ({
    world,
    placed: stage.placed,
    visible: visibleIn(world, standing),
    standing,
  });
  const [before, after] = [view(standingAtFirst(world)), view(standingAfter(world))];
  const first = await askAll(round, asks, []);
  const wrongAtFirst = findFirst(first, (told) => compare(before, told));
  if (wrongAtFirst !== null) return wrongAtFirst;
  const wasNarrowed = await narrow(stage, world);
  const second = wasNarrowed ? await askAll(round, asks, first) : first;
  const wrong = findFirst(second, (told, index) => compare(after, told) ?? findAdded(first[index], told));
  if (wrong !== null) return wrong;
  if (!deleteHidden(stage, after.visible, world.token?.bound ?? null)) return null;
  const without = await askAll(round, asks, wasNarrowed ? first : []);
  return findFirst(second, (told, index) =>
    differs('a reply that depends on hidden rows', told.ask, {
      said: bytesOf(told),
      expected: bytesOf(without[index]),
    }),
  );
}

/** Where an earlier round had a next page, the one behind that cursor is asked for too. */
async function askAll(round: Round, asks: readonly Ask[], earlier: readonly Told[]): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const [index, ask] of asks.entries()) {
    const page = earlier[index]?.answers[0];
    const cursor = page === undefined ? null : nextCursor(page);
    const answers = await answersTo(round, ask);
    told.push({ ask, answers, behindCursor: cursor === null ? [] : await answersTo(round, ask, cursor) });
  }
  return told;
}

function findFirst(told: readonly Told[], find: (told: Told, index: number) => Finding | null): Finding | null {
  for (const [index, each] of told.entries()) {
    const found = find(each, index);
    if (found !== null) return found;
  }
  return null;
}

function compare(view: View, { ask, answers, behindCursor }: Told): Finding | null {
  for (const answer of [...answers, ...behindCursor]) {
    const named = forbiddenIn(view, ask, answer.bytes);
    if (named !== null) return { what: named.what, ask, said: answer.bytes, expected: `without ${named.text}` };
  }
  const strangers = namesIn([...answers, ...behindCursor]).filter((id) => !isShown(view, id));
  if (strangers.length > 0) {
    return {
      what: 'a session that is not visible',
      ask,
      said: strangers.join(' '),
      expected: 'visible sessions only',
    };
  }
  return differs('a reply that plain arrays tell otherwise', ask, expectedReply(view, ask, answers));
}

function isShown({ placed, visible }: View, publicId: string): boolean {
  return visible.has(placed.findIndex((each) => each.publicId === publicId));
}

/**
 * What was taken away never adds a result. But a name that meant several sessions may mean one now, and a session whose
 * parent is hidden now is one of those that none spawned.
 */
function findAdded(first: Told | undefined, told: Told): Finding | null {
  const before = first?.answers[0]?.value as Partial<Refusal> | undefined;
  const { ask } = told;
  if (before?.refused === 'conflict' || ('filter' in ask && ask.filter.parent === 'none')) return null;
  const [said, earlier] = [itemsIn(told.answers), new Set(itemsIn(first?.answers ?? []))];
  const added = said.filter((item) => !earlier.has(item));
  if (added.length === 0) return null;
  return {
    what: 'a result that a narrower right added',
    ask: told.ask,
    said: added.join(' '),
    expected: 'none of them',
  };
}

/** Hits of a list of messages, sessions of any other: which hit stands for a session may change. */
function itemsIn(answers: readonly Answer[]): readonly string[] {
  return answers.flatMap(({ value }) => {
    const { results = [], sessions = [] } = (value ?? {}) as Partial<SearchReply & SessionListReply>;
    const hits = results.map((hit) => hit.sessionId + (hit.matchesInSession === undefined ? ` ${hit.messageId}` : ''));
    return [...hits, ...sessions.map((session) => session.sessionId)];
  });
}

function namesIn(answers: readonly Answer[]): readonly string[] {
  return itemsIn(answers).map((item) => item.split(' ')[0] ?? '');
}

function bytesOf(told: Told | undefined): readonly (readonly string[])[] {
  return [told?.answers ?? [], told?.behindCursor ?? []].map((answers) => answers.map(({ bytes }) => bytes));
}

function differs(what: string, ask: Ask, pair: { said: unknown; expected: unknown }): Finding | null {
  const [said, expected] = [JSON.stringify(pair.said), JSON.stringify(pair.expected)];
  return said === expected ? null : { what, ask, said, expected };
}
