import type { FacetsReply } from '../../server/contract/facets.ts';
import type { Ask, SessionName } from './asks.ts';
import type { Refusal } from './door.ts';
import { meantIn, type View } from './names.ts';

export type Expected = { readonly said: unknown; readonly expected: unknown };
export type Refused = Refusal['refused'];
/** Of a reply, or of the refusal in its place. */
export type One = { readonly sessionId?: string; readonly refused?: Refused };

/** The visible session that a name means. */
export function meant({ world, visible }: View, name: SessionName): number | 'not-found' | 'conflict' {
  return meantIn(world, name, (index) => visible.has(index));
}

/** Files are for people alone. */
export function refusedExport({ world }: View, ask: Ask): Refused | null {
  return world.token !== null && ask.type.startsWith('export') ? 'forbidden' : null;
}

export function countsIn(facets: FacetsReply['facets']): readonly string[] {
  return facets.flatMap(({ name, values }) => values.map(({ value, count }) => `${name} ${value} ${count}`));
}
