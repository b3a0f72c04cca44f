import * as counts from './count-faults.ts';
import * as doors from './door-faults.ts';
import * as reads from './reading-faults.ts';
import * as searches from './search-faults.ts';
import * as sessions from './session-faults.ts';
import * as stores from './stored-faults.ts';
import * as tokens from './token-faults.ts';
import type { Variant } from './variant.ts';

/** Every known-bad variant. Each must be caught by the property that the real engine passes. */
export const VARIANTS: readonly Variant[] = [counts, doors, reads, searches, sessions, stores, tokens].flatMap(
  (faults) => Object.values(faults),
);
