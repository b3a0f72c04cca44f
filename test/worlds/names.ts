import type { SessionName } from './asks.ts';
import { keyOf } from './cast.ts';
import type { Standing } from './oracle.ts';
import type { Placed } from './stage.ts';
import type { World } from './world.ts';

/** A world as its actor sees it. */
export type View = {
  readonly world: World;
  readonly placed: readonly Placed[];
  readonly visible: ReadonlySet<number>;
  readonly standing: Standing;
};

/** The session that a name means among those within reach, one's own first; or why it means none. */
export function meantIn(
  world: World,
  name: SessionName,
  isReached: (index: number) => boolean,
): number | 'not-found' | 'conflict' {
  const { sessions, actor } = world;
  const found = sessions.flatMap((_, index) => (isNamed(world, name, index) && isReached(index) ? [index] : []));
  const own = found.filter((index) => sessions[index]?.owner === actor);
  const [first, second] = own.length > 0 ? own : found;
  if (first === undefined) return 'not-found';
  return second === undefined ? first : 'conflict';
}

function isNamed({ sessions, actor, token }: World, { session: at, by }: SessionName, index: number): boolean {
  const session = sessions[index];
  if (session === undefined) return false;
  if (by === 'current') return token !== null && token.bound === index;
  if (by === 'main') return session.owner === actor && session.kind === 'main' && session.agent === token?.agent;
  const named = sessions[at];
  return by === 'id' ? index === at : named !== undefined && keyOf(session) === keyOf(named);
}
