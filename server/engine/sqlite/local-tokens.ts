import type { EngineTokens } from '../token-port.ts';
import type { Connection } from './open.ts';
import { addToken, findToken, listTokens, noteTokenUses, revokeAllTokens, revokeToken, rotateToken } from './tokens.ts';

/** Tokens of agents over one connection. `now` gives Unix milliseconds. */
export function localTokens(db: Connection, now: () => number): EngineTokens {
  return {
    addToken: async (reach, token, audit) => addToken(db, reach, { token, audit, nowMs: now() }),
    listTokens: async (reach, personId) => listTokens(db, reach, { personId, nowMs: now() }),
    revokeToken: async (personId, tokenId, audit) => revokeToken(db, { personId, tokenId, audit, nowMs: now() }),
    revokeAllTokens: async (personId, audit) => revokeAllTokens(db, { personId, audit, nowMs: now() }),
    rotateToken: async (personId, change, audit) => rotateToken(db, { personId, change, audit, nowMs: now() }),
    findToken: async (secretHash) => findToken(db, secretHash, now()),
    noteTokenUses: async (tokenIds) => noteTokenUses(db, tokenIds, now()),
  };
}
