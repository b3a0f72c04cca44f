import type { PersonId, Reach } from '../../server/contract/actor.ts';

/** The reach of an owner, for what a test arranges or looks up behind everybody's back. */
export const EVERYTHING: Reach = { type: 'everything', personId: 1 as PersonId };
