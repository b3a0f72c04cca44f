import type { Grant } from '../../server/contract/grant.ts';
import type { HistoryReply, MessageReply, OutlineReply } from '../../server/contract/history.ts';
import type { Ask } from './asks.ts';
import { messageId } from './cast.ts';
import type { Expected, One, Refused } from './expected.ts';
import { meantIn, type View } from './names.ts';
import { expectedOutline, expectedPage, pathOf, placeOf } from './reading.ts';
import { emailOf, type WorldSession } from './world.ts';

type AskForOne = Exclude<
  Ask,
  { type: 'search' | 'export-hits' | 'facets' | 'facets-of-all' | 'pasted' | 'list' | 'export-list' }
>;

/** The one session that a name means and what is in it, or the kind of refusal. */
export function expectedOne(view: View, ask: AskForOne, value: unknown): Expected {
  const { refused } = value as One;
  const index = oneMeant(view, ask);
  const session = typeof index === 'number' ? view.world.sessions[index] : undefined;
  const missing = session === undefined ? null : missingIn(session, ask);
  const refusal = typeof index === 'string' ? index : missing;
  if (refusal !== null || refused !== undefined) return { said: refused, expected: refusal };
  return session === undefined || typeof index === 'string'
    ? { said: 'a session', expected: 'none' }
    : expectedInside(view, ask, { value, index, session });
}

/** Those who may give grants may read them. */
function oneMeant(view: View, ask: AskForOne): number | Refused {
  const { world, visible, standing } = view;
  if (world.token !== null && (ask.type === 'grants' || ask.type === 'export')) return 'forbidden';
  if (ask.type === 'export' && ask.as === 'jsonl' && (ask.branch !== null || !ask.includeTools)) return 'bad-input';
  const isOpen = (index: number): boolean =>
    ask.type !== 'grants' || standing.role === 'owner' || world.sessions[index]?.owner === world.actor;
  return meantIn(world, ask.name, (index) => visible.has(index) && isOpen(index));
}

function missingIn(session: WorldSession, ask: AskForOne): 'not-found' | null {
  if (ask.type === 'message') return session.entries[placeOf(ask.messageId)] === undefined ? 'not-found' : null;
  const isOfBranch = ask.type === 'branches' || ask.type === 'outline' || ask.type === 'export';
  return isOfBranch && pathOf(session, ask.branch) === null ? 'not-found' : null;
}

type Inside = { readonly value: unknown; readonly index: number; readonly session: WorldSession };

function expectedInside({ placed, standing }: View, ask: AskForOne, { value, index, session }: Inside): Expected {
  const id = placed[index]?.publicId;
  switch (ask.type) {
    case 'history': {
      const { sessionId, messages } = value as HistoryReply;
      const said = [sessionId, ...messages.map((message) => message.messageId)];
      return { said, expected: [id, ...expectedPage(session, ask)] };
    }
    case 'outline': {
      const { items, messages } = value as OutlineReply;
      const said = [...items.map((item) => item.messageId), `of ${messages}`];
      return { said, expected: expectedOutline(session, ask.branch) };
    }
    case 'message':
      return { said: (value as MessageReply).messageId, expected: ask.messageId };
    case 'export': {
      const { records } = value as { records: readonly unknown[] | null };
      return { said: records, expected: ask.as === 'jsonl' ? session.entries.map((_, at) => messageId(at)) : null };
    }
    case 'grants': {
      const inForce = standing.grants.filter((grant) => grant.session === index);
      return {
        said: (value as readonly Grant[]).map(({ email }) => email).toSorted(),
        expected: inForce.map(({ person }) => emailOf(person)).toSorted(),
      };
    }
    case 'get':
      return { said: (value as One).sessionId, expected: id };
    case 'branches':
    case 'verify':
      return { said: 'an answer', expected: 'an answer' };
  }
}
