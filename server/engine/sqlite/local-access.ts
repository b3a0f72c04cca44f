import type { EngineAccess } from '../access-port.ts';
import { changePerson, findSignedIn, findSignIn, setPassword } from './accounts.ts';
import { appendAudit } from './audit.ts';
import { addGrant, listGrants, revokeGrant } from './grants.ts';
import type { Connection } from './open.ts';
import { addPasswordLink, findPasswordLink, redeemPasswordLink } from './password-links.ts';
import { listPeople } from './people.ts';
import { openBranchWindow, switchLeaf, updateSession } from './session-updates.ts';
import { clearSignInFailures, noteSignInFailure, signInFailures } from './sign-in-failures.ts';

/** People, sign-in, grants and audit over one connection. `now` gives Unix milliseconds. */
export function localAccess(db: Connection, now: () => number): EngineAccess {
  return {
    findSignIn: async (email) => findSignIn(db, email),
    findSignedIn: async (personId, authVersion) => findSignedIn(db, personId, authVersion),
    listPeople: async () => listPeople(db),
    changePerson: async (personId, to, audit) => changePerson(db, { personId, to, audit, nowMs: now() }),
    setPassword: async (personId, passwordHash, audit) =>
      setPassword(db, { personId, passwordHash, audit, nowMs: now() }),
    addPasswordLink: async (link, audit) => addPasswordLink(db, link, { audit, nowMs: now() }),
    findPasswordLink: async (tokenHash) => findPasswordLink(db, tokenHash, now()),
    redeemPasswordLink: async (use) => redeemPasswordLink(db, { ...use, nowMs: now() }),
    signInFailures: async (keyHashes) => signInFailures(db, keyHashes, now()),
    noteSignInFailure: async (keyHashes) => noteSignInFailure(db, keyHashes, now()),
    clearSignInFailures: async (keyHash) => clearSignInFailures(db, keyHash),
    addGrant: async (reach, grant, audit) => addGrant(db, reach, { grant, audit, nowMs: now() }),
    revokeGrant: async (reach, grantId, audit) => revokeGrant(db, reach, { grantId, audit, nowMs: now() }),
    listGrants: async (reach, sessionId) => listGrants(db, reach, sessionId),
    updateSession: async (reach, change, audit) => updateSession(db, reach, { ...change, audit, nowMs: now() }),
    openBranchWindow: async (reach, ask) => openBranchWindow(db, reach, ask),
    switchLeaf: async (reach, change, audit) => switchLeaf(db, reach, { ...change, audit, nowMs: now() }),
    appendAudit: async (events) => appendAudit(db, events, now()),
  };
}
