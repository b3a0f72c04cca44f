import path from 'node:path';
import type { ExportFile } from '../../server/contract/export.ts';
import { exportHits } from '../../server/history/export-hits.ts';
import { exportSession } from '../../server/history/export-session.ts';
import { exportSessionList } from '../../server/history/export-session-list.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { getMessage } from '../../server/history/get-message.ts';
import { getOutline } from '../../server/history/get-outline.ts';
import { listBranches } from '../../server/history/list-branches.ts';
import { listFacets } from '../../server/history/list-facets.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { showSession } from '../../server/history/show-session.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { countFacets } from '../../server/search/count-facets.ts';
import { readWithin } from '../../server/search/read-within.ts';
import { getSession } from '../../server/visibility/get-session.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { search } from '../support/asking.ts';
import { NOW_MS } from '../support/test-store.ts';
import type { ActorName, House } from './leak-house.ts';

/**
 * What a procedure is to whom.
 * open: to anybody, the same. self: about the caller. lists: what the caller may see. reads, writes: about one session.
 * owners: for owners only. thing: about a grant, job or path that is another's; the two inputs must be refused alike.
 */
export type Row =
  | {
      readonly type: 'open' | 'self' | 'lists';
      readonly input: unknown;
      readonly refuses?: true;
      /** It names the caller's own files, also of an import that nobody sees the session of yet. */
      readonly namesOwnFiles?: true;
      /** By whom it is not tried. */
      readonly spares?: readonly ActorName[];
      /** What names a listed session in the reply; its title when left out. */
      readonly names?: (key: string) => string;
    }
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

const projectOf = (key: string): string => `/srv/project-of-${key}`;
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
  'sessions.facets': { type: 'lists', input: {}, names: projectOf },
  'sessions.get': { type: 'reads', input: (session) => ({ session }) },
  'sessions.history': { type: 'reads', input: (session) => ({ session }) },
  'sessions.message': {
    type: 'reads',
    input: (session) => ({ session, messageId: `${session.split(':').at(-1)}-1` }),
  },
  'sessions.branches': { type: 'reads', input: (session) => ({ session }) },
  'sessions.outline': { type: 'reads', input: (session) => ({ session }) },
  'sessions.follow': {
    type: 'thing',
    input: ({ ids }) => [{ session: ids.get('scaffold') ?? '' }, { session: 'agent:main:nobodys' }],
    allowed: [],
    isStream: true,
  },
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
  'tokens.create': {
    type: 'writes',
    input: (session) => ({ name: 'robot', agentId: 'main', session }),
    isTried: false,
  },
  'tokens.list': { type: 'self', input: undefined },
  'tokens.revoke': {
    type: 'thing',
    input: ({ tokenId }) => [{ tokenId }, { tokenId: 1_000_000 }],
    allowed: ['member who owns'],
  },
  'tokens.rotate': {
    type: 'thing',
    input: ({ tokenId }) => [{ tokenId }, { tokenId: 1_000_000 }],
    allowed: ['member who owns'],
  },
  'tokens.revokeAll': {
    type: 'self',
    input: undefined,
    // They have tokens, which the other tests go on with.
    spares: ['owner', 'member who owns', 'member with a tree grant'],
  },
  // A key is looked for among the caller's own sessions alone, whoever else has it.
  'ingest.append': {
    type: 'self',
    input: {
      session: { key: 'agent:main:harbour' },
      entries: [{ id: 'a', parentId: 'nobody', role: 'user', text: 'buoy' }],
    },
    refuses: true,
  },
  'ingest.moveLeaf': {
    type: 'writes',
    input: (session) => ({ session, messageId: `${session.split(':').at(-1)}-2` }),
    isTried: false,
  },
  'ingest.close': { type: 'writes', input: (session) => ({ session }), isTried: false },
  'sources.import': {
    type: 'thing',
    input: ({ importRoot }) => [{ paths: [path.dirname(importRoot)] }, { paths: ['/no/such/folder'] }],
    allowed: [],
  },
  'sources.findFolders': { type: 'thing', input: () => [undefined, undefined], allowed: ['owner', 'operator'] },
  'sources.folders': { type: 'self', input: undefined, namesOwnFiles: true },
  // Sources are their owner's alone, also where the session is seen by others.
  'sources.files': { type: 'self', input: { folder: '/test/agent:main:bridge' } },
  'sources.jobs': { type: 'self', input: undefined },
  'sources.samples': { type: 'self', input: undefined },
  'sources.loadSamples': { type: 'self', input: undefined },
  'sources.removeSamples': { type: 'self', input: undefined },
  'sources.cancel': { type: 'thing', input: ({ jobId }) => [{ jobId }, { jobId: 'no-such-job' }], allowed: ['owner'] },
  'sources.progress': {
    type: 'thing',
    input: ({ jobId }) => [{ jobId }, { jobId: 'no-such-job' }],
    allowed: ['owner'],
    isStream: true,
  },
};

/** What tokens of agents may call. A procedure that is new is not for them until it stands here. */
export const OF_TOKENS: readonly string[] = [
  ...['sessions.search', 'sessions.facets', 'sessions.list', 'sessions.get', 'sessions.history', 'sessions.message'],
  ...['sessions.branches', 'sessions.outline'],
];

/** What tokens may call that were made to write; other tokens are refused it. */
export const OF_WRITING_TOKENS: readonly string[] = ['ingest.append', 'ingest.moveLeaf', 'ingest.close'];

async function linesOf({ chunks }: ExportFile): Promise<readonly string[]> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8').trimEnd().split(/\r?\n/);
}

/** Every verb that reads, over its scope alone: for those who have one. */
export const VERBS: Readonly<Record<string, (scope: ReadScope, session: string) => Promise<unknown>>> = {
  searchMessages: (scope, session) => search(scope, `beacon session:${session}`),
  listSessions: (scope, session) => listSessions(scope, { search: session.slice(-6) }),
  listFacets: async (scope, session) => {
    const { facets } = await listFacets(scope, {}, { nowMs: NOW_MS, signal: null });
    const values = facets.flatMap((facet) => facet.values);
    return { results: values.filter(({ value }) => value === projectOf(session.split(':').at(-1) ?? '')) };
  },
  countFacets: async (scope, session) => {
    const query = `beacon session:${session}`;
    const { facets } = await countFacets(scope, { query }, { nowMs: NOW_MS, signal: null });
    return { results: facets.find(({ name }) => name === 'month')?.values };
  },
  getHistory: (scope, session) => getHistory(scope, { session, includeTools: true, highlight: 'beacon' }),
  getMessage: (scope, session) => getMessage(scope, { session, messageId: `${session.split(':').at(-1)}-1` }),
  listBranches: (scope, session) => listBranches(scope, { session }),
  getOutline: (scope, session) => getOutline(scope, { session }),
  exportSession: async (scope, session) => {
    const inputs = [
      { session, as: 'jsonl' } as const,
      { session, as: 'markdown' } as const,
      { session, as: 'html' } as const,
    ];
    return Promise.all(inputs.map(async (input) => (await linesOf(await exportSession(scope, input))).join('\n')));
  },
  exportSessionList: async (scope, session) => ({
    sessions: (await linesOf(await exportSessionList(scope, { search: session.slice(-6) }))).slice(1),
  }),
  exportHits: async (scope, session) => {
    const asked = { query: `beacon session:${session}` };
    return { results: (await linesOf(await exportHits(scope, asked, { nowMs: Date.now(), signal: null }))).slice(1) };
  },
  readWithin: (scope, session) => readWithin(scope, { session }, { nowMs: NOW_MS, timeZone: 'UTC' }),
  showSession,
  getSession,
  verifySession,
};
/** These answer a session that is hidden with an empty list, like one that is not there. */
export const LISTING = ['searchMessages', 'listSessions', 'listFacets', 'exportSessionList', 'exportHits'];
