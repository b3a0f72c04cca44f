import type { Ask } from './asks.ts';
import { CANARIES, PEOPLE, SECRETS } from './cast.ts';
import type { View } from './names.ts';
import { queryText } from './query-asks.ts';
import { emailOf } from './world.ts';

const PIECE = 8;
const PIECES = SECRETS.flatMap((secret) =>
  Array.from({ length: secret.length - PIECE + 1 }, (_, start) => secret.slice(start, start + PIECE)),
);

/** Pieces of secrets, and sessions and people that neither the question nor a visible session names. */
export function forbiddenIn(view: View, ask: Ask, bytes: string): { what: string; text: string } | null {
  const piece = PIECES.find((each) => bytes.includes(each));
  if (piece !== undefined) return { what: 'a piece of a secret', text: piece };
  const asked = 'query' in ask ? queryText(ask.query) : '';
  const hidden = hiddenNames(view, ask).find((name) => bytes.includes(name) && !asked.includes(name));
  if (hidden !== undefined) return { what: 'the mark of a hidden session', text: hidden };
  const person = 'filter' in ask ? ask.filter.person : null;
  const known = peopleKnown(view, ask);
  const stranger = PEOPLE.find(
    ({ email }) => !known.has(email) && !asked.includes(email) && email !== person && bytes.includes(`"${email}`),
  );
  return stranger === undefined ? null : { what: 'the name of a stranger', text: stranger.email };
}

/** Opaque ids and canaries; an id that was asked for may come back. */
function hiddenNames({ world, placed, visible }: View, ask: Ask): readonly string[] {
  const name = 'name' in ask && typeof ask.name !== 'string' ? ask.name : null;
  return world.sessions.flatMap((_, index) => {
    if (visible.has(index)) return [];
    const isAsked = name?.by === 'id' && name.session === index;
    return [CANARIES[index] ?? '', ...(isAsked ? [] : [placed[index]?.publicId ?? ''])];
  });
}

function peopleKnown({ world, visible }: View, ask: Ask): ReadonlySet<string> {
  const owners = world.sessions.flatMap((session, index) => (visible.has(index) ? [emailOf(session.owner)] : []));
  const granted = ask.type === 'grants' ? world.grants.map((grant) => emailOf(grant.person)) : [];
  return new Set([emailOf(world.actor), ...owners, ...granted]);
}
