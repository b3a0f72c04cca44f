import type { PushInput, PushState } from '../contract/push.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { reasonNotToTake } from './classify-spooled.ts';
import { assertMayPush } from './may-append.ts';
import type { Spool, Spooled } from './spool.ts';

const HEAD_BYTES = 65_536;

/** A piece that does not fit to what is there: go on from `state`, or begin anew. */
export type Misfit = { readonly fits: false; readonly state: PushState };
export type Fit = { readonly fits: true; readonly state: PushState; readonly added: number };

type Piece = { readonly input: PushInput; readonly bytes: Uint8Array; readonly spaceLeft: number };

/**
 * Takes a piece of a growing file into the spool, for the scope's person. It is on disk when this returns. Throws `gone`
 * when its conversation was deleted, `limited` without space, `bad-input` for what is no transcript nor says anything of one.
 */
export async function receivePush(scope: WriteScope, spool: Spool, piece: Piece): Promise<Fit | Misfit> {
  const { input, bytes, spaceLeft } = piece;
  const { person } = scope.actor;
  assertMayPush(scope);
  const file: Spooled = { ownerId: person.id, place: input.place, name: input.name };
  if (await spool.isGone(file)) throw wasDeleted();
  const state = await spool.state(file);
  const isNew = input.replace === '1' || state.size === 0;
  const fits = isNew ? input.offset === 0 : input.offset === state.size && input.prefix === state.sha256;
  if (!fits) return { fits: false, state };
  if (bytes.byteLength > spaceLeft) throw overSpace();
  if (isNew && bytes.byteLength > 0) assertKnown(file, bytes);
  if (input.replace === '1') return { fits: true, state: await spool.replace(file, bytes), added: bytes.byteLength };
  if (bytes.byteLength === 0) return { fits: true, state, added: 0 };
  return { fits: true, state: await spool.append(file, bytes), added: bytes.byteLength };
}

/** Nothing is kept that no format takes: nobody would ever see it. */
function assertKnown({ place, name }: Spooled, head: Uint8Array): void {
  const file = { path: `/${place}/${name}`, head: head.subarray(0, HEAD_BYTES), size: head.byteLength };
  const reason = reasonNotToTake(file);
  if (reason !== null) throw new AppError('bad-input', `This file is not taken: ${reason}.`);
}

export function wasDeleted(): AppError {
  return new AppError('gone', 'Its session was deleted here earlier. It is not brought back by a push.');
}

function overSpace(): AppError {
  return new AppError('limited', 'Your space for transcripts is used up. Delete sessions, or ask an owner.');
}
