import type { FacetsReply } from '../../server/contract/facets.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import type { AskFor, ListAsk } from './asks.ts';
import { keyOf, START_MS } from './cast.ts';
import type { Answer } from './door.ts';
import { countsIn, type Expected, meant, type One, refusedExport } from './expected.ts';
import type { View } from './names.ts';
import { parentOf } from './oracle.ts';
import { activeIndexes } from './reading.ts';
import { emailOf, type WorldSession } from './world.ts';

export function expectedFacetsOfAll({ world, visible }: View, { facets, counted }: FacetsReply): Expected {
  const shown = world.sessions.filter((_, index) => visible.has(index));
  const counts = new Map<string, number>();
  for (const { agent, kind, project, model, label, owner } of shown) {
    const of = { agent, kind, project, model, label, source: 'openclaw', person: emailOf(owner) };
    for (const [name, value] of Object.entries(of))
      if (value !== null) counts.set(`${name} ${value}`, (counts.get(`${name} ${value}`) ?? 0) + 1);
  }
  return {
    said: [countsIn(facets).toSorted(), counted],
    expected: [[...counts].map(([name, count]) => `${name} ${count}`).toSorted(), shown.length],
  };
}

/** Each visible session once, with its parent only when that is visible too. */
export function expectedList(view: View, ask: AskFor<'list' | 'export-list'>, answers: readonly Answer[]): Expected {
  const { world, placed, visible } = view;
  const { parent } = ask.filter;
  const above = parent === null || parent === 'none' ? parent : meant(view, parent);
  const refusal = refusedExport(view, ask) ?? (above === 'not-found' || above === 'conflict' ? above : null);
  if (refusal !== null) return { said: answers.map(({ value }) => (value as One).refused), expected: [refusal] };
  const listed = answers.flatMap(({ value }) => (value as SessionListReply).sessions ?? []);
  const idOf = (index: number): string | null => (visible.has(index) ? (placed[index]?.publicId ?? null) : null);
  const expected = world.sessions.flatMap((session, index) => {
    const [id, under] = [idOf(index), parentOf(world.sessions, index)];
    const isBelow = above === null || (above === 'none' ? idOf(under) === null : under === above);
    return id !== null && isBelow && isListed(session, ask.filter) ? [`${id} under ${idOf(under)}`] : [];
  });
  const said = listed.map(({ sessionId, parentSessionId }) => `${sessionId} under ${parentSessionId}`);
  return { said: said.toSorted(), expected: expected.toSorted() };
}

function isListed(session: WorldSession, filter: ListAsk): boolean {
  const { search, agentId, kinds, archived, activeSinceMs, person, label, project } = filter;
  return (
    (search === null || holdsPart(session, search)) &&
    (agentId === null || session.agent === agentId) &&
    (kinds === null || kinds.includes(session.kind)) &&
    (archived === null || archived === 'all' || session.isArchived === archived) &&
    (activeSinceMs === null || lastTimeMs(session) >= activeSinceMs) &&
    (person === null || emailOf(session.owner) === person) &&
    (label === null || session.label === label) &&
    (project === null || session.project === project)
  );
}

function holdsPart(session: WorldSession, part: string): boolean {
  return [session.title ?? '', keyOf(session)].some((text) => text.toLowerCase().includes(part));
}

/** Of the newest message on the active branch. */
function lastTimeMs(session: WorldSession): number {
  const active = activeIndexes(session);
  const said = session.entries.filter(({ kind }, index) => kind === 'message' && active.has(index));
  return Math.max(...said.map(({ atMs }) => START_MS + atMs));
}
