import path from 'node:path';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { showSession } from '../../server/history/show-session.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { getSession } from '../../server/visibility/get-session.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { search } from '../support/asking.ts';
import type { ActorName, House } from './leak-house.ts';

/**
 * What a procedure is to whom.
 * open: to anybody, the same. self: about the caller. lists: what the caller may see. reads, writes: about one session.
 * owners: for owners only. thing: about a grant, job or path that is another's; the two inputs must be refused alike.
 */
export type Row =
  | { readonly type: 'open' | 'self' | 'lists'; readonly input: unknown; readonly refuses?: true }
  | { readonly type: 'reads' | 'writes'; readonly input: (session: string) => unknown; readonly isTried?: false }
  | { readonly type: 'owners'; readonly input: (house: House) => readonly [unknown, unknown] }
  | {
      readonly type: 'thing';
      readonly input: (house: House) => readonly [unknown, unknown];
      readonly allowed: readonly ActorName[];
      readonly isStream?: true;
    };

export type RowOfOne = Extract<Row, { type: 'reads' | 'writes' }>;

export const isAboutOne = (row: Row): row is RowOfOne => row.type === 'reads' || row.type === 'writes';

const NOBODYS_EMAIL = 'nobody-has-this@example.org';
const emailOf = (house: House): string => house.emails.get('stranger') ?? '';

export const ROWS: Readonly<Record<string, Row>> = {
  'system.health': { type: 'open', input: undefined },
  'users.readLink': { type: 'open', input: { token: 'no such token' } },
  'users.choosePassword': {
    type: 'open',
    input: { token: 'no', email: NOBODYS_EMAIL, password: 'x'.repeat(20) },
    refuses: true,
  },
  'users.me': { type: 'self', input: undefined },
  'users.changePassword': { type: 'self', input: { current: 'not this one', next: 'x'.repeat(20) }, refuses: true },
  'users.list': { type: 'owners', input: () => [undefined, undefined] },
  'users.invite': {
    type: 'owners',
    input: (house) => [
      { email: emailOf(house), role: 'member' },
      { email: NOBODYS_EMAIL, role: 'member' },
    ],
  },
  'users.renewLink': { type: 'owners', input: (house) => [{ email: emailOf(house) }, { email: NOBODYS_EMAIL }] },
  'users.change': {
    type: 'owners',
    input: (house) => [
      { email: emailOf(house), role: 'member' },
      { email: NOBODYS_EMAIL, role: 'member' },
    ],
  },
  'sessions.search': { type: 'lists', input: { query: 'beacon', group: 'message', limit: 100 } },
  'sessions.list': { type: 'lists', input: {} },
  'sessions.get': { type: 'reads', input: (session) => ({ session }) },
  'sessions.history': { type: 'reads', input: (session) => ({ session }) },
  'sessions.update': { type: 'writes', input: (session) => ({ session, patch: { label: 'seen' } }) },
  'sessions.switchBranch': {
    type: 'writes',
    input: (session) => ({ session, leaf: `${session.split(':').at(-1)}-2` }),
  },
  // Whom it is granted to says nothing of the session; the one who asks is told the same with a person who is not there.
  'grants.add': { type: 'writes', input: (session) => ({ session, email: NOBODYS_EMAIL }), isTried: false },
  'grants.list': { type: 'writes', input: (session) => ({ session }) },
  'sessions.delete': { type: 'writes', input: (session) => ({ session }), isTried: false },
  'grants.revoke': {
    type: 'thing',
    input: ({ grantId }) => [{ grantId }, { grantId: 1_000_000 }],
    allowed: ['owner', 'member who owns'],
  },
  'sources.import': {
    type: 'thing',
    input: ({ importRoot }) => [{ paths: [path.dirname(importRoot)] }, { paths: ['/no/such/folder'] }],
    allowed: [],
  },
  'sources.cancel': { type: 'thing', input: ({ jobId }) => [{ jobId }, { jobId: 'no-such-job' }], allowed: ['owner'] },
  'sources.progress': {
    type: 'thing',
    input: ({ jobId }) => [{ jobId }, { jobId: 'no-such-job' }],
    allowed: ['owner'],
    isStream: true,
  },
};

/** Every verb that reads, over its scope alone: for those who have one. */
export const VERBS: Readonly<Record<string, (scope: ReadScope, session: string) => Promise<unknown>>> = {
  searchMessages: (scope, session) => search(scope, `beacon session:${session}`),
  listSessions: (scope, session) => listSessions(scope, { search: session.slice(-6) }),
  getHistory: (scope, session) => getHistory(scope, { session }),
  showSession,
  getSession,
  verifySession,
};
/** These answer a session that is hidden with an empty list, like one that is not there. */
export const LISTING = ['searchMessages', 'listSessions'];
