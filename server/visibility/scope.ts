import type { Actor, Reach } from '../contract/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { readReach, writeReach } from './policy.ts';

declare const scopeKind: unique symbol;

type Scope<Kind extends string> = {
  readonly [scopeKind]: Kind;
  readonly actor: Actor;
  /** What the actor may reach; the engine applies it inside every statement. */
  readonly reach: Reach;
  readonly engine: Engine;
};

/** The key to every reading verb. Only this file makes one. */
export type ReadScope = Scope<'read'>;
/** The key to every changing verb: its reach is what the actor may change. */
export type WriteScope = Scope<'write'>;

/** Throws `forbidden` when the person has been disabled. */
export function readScope(engine: Engine, actor: Actor): ReadScope {
  return { actor: enabled(actor), reach: readReach(actor), engine } as ReadScope;
}

/** For people. Throws `forbidden` for tokens, and when the person has been disabled. */
export function writeScope(engine: Engine, actor: Actor): WriteScope {
  return ingestScope(engine, personActor(actor));
}

/** The actor who must be a person themselves. Throws `forbidden` for a token, whoever it belongs to. */
export function personActor(actor: Actor): Extract<Actor, { type: 'person' }> {
  if (actor.type === 'person') return actor;
  throw new AppError('forbidden', 'A token of an agent cannot do this. Sign in as a person.');
}

/**
 * For what adds transcripts, and nothing else: people, and tokens that may send.
 * Throws `forbidden` for other tokens, and when the person has been disabled.
 */
export function ingestScope(engine: Engine, actor: Actor): WriteScope {
  if (actor.type === 'token' && !actor.token.canWrite) throw new AppError('forbidden', CANNOT_WRITE);
  return { actor: enabled(actor), reach: writeReach(actor), engine } as WriteScope;
}

const CANNOT_WRITE = 'This token cannot send transcripts. Ask its person for one that can: `token create --write`.';

function enabled(actor: Actor): Actor {
  if (actor.person.isDisabled)
    throw new AppError('forbidden', `${actor.person.email} has been disabled. Ask an owner.`);
  return actor;
}
