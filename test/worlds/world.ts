import { TOKEN_VISIBILITIES, type TokenVisibility } from '../../server/contract/actor.ts';
import type { GrantCovers } from '../../server/contract/grant.ts';
import type { SessionKind } from '../../server/contract/transcript.ts';
import fc from '../support/property.ts';
import { AGENTS, CANARIES, KINDS, keyOf, MEMBERS, MODELS, NAMES, PEOPLE, RUNS, SECRETS, WORDS } from './cast.ts';

export type WorldEntry = {
  /** How far back the parent stands; 1 is the entry before. Beyond the first there is none. */
  readonly back: number;
  readonly words: readonly string[];
  readonly isUser: boolean;
  readonly kind: 'message' | 'tool-result';
  /** Milliseconds after the start. */
  readonly atMs: number;
};

export type WorldSession = {
  /** Index into PEOPLE. */
  readonly owner: number;
  readonly agent: (typeof AGENTS)[number];
  readonly name: string;
  /** Key that the file claims to be spawned by. */
  readonly parentKey: string | null;
  readonly kind: SessionKind;
  readonly isIncognito: boolean;
  readonly title: string | null;
  readonly project: string | null;
  readonly label: string | null;
  readonly model: string | null;
  readonly isArchived: boolean;
  /** Unfinished: its import was cut off. Stale: its index is behind. Deleted: while later sessions were being saved. */
  readonly state: 'whole' | 'unfinished' | 'stale' | 'deleted';
  readonly entries: readonly WorldEntry[];
  /** Index of the active branch's last entry. */
  readonly leaf: number;
};

/** `at-its-end`: the very millisecond at which it is over; `about-to-end`: one before. */
export type GrantStanding = 'live' | 'about-to-end' | 'at-its-end' | 'expired' | 'revoked';

export type WorldGrant = {
  readonly session: number;
  /** Index into PEOPLE. */
  readonly person: number;
  readonly covers: GrantCovers;
  readonly standing: GrantStanding;
};

/** What the actor loses between two rounds of the same questions. */
export type Narrowing = { readonly type: 'role' } | { readonly type: 'grant'; readonly grant: number };

/** What the actor asks with, instead of as themselves. */
export type WorldToken = {
  readonly agent: (typeof AGENTS)[number];
  /** Index of one of the actor's own sessions. */
  readonly bound: number | null;
  readonly visibility: TokenVisibility;
  readonly agentIds: readonly string[] | null;
  readonly isSandboxed: boolean;
  readonly includesGranted: boolean;
};

export type World = {
  readonly sessions: readonly WorldSession[];
  readonly grants: readonly WorldGrant[];
  readonly actor: number;
  readonly narrowing: Narrowing | null;
  readonly token: WorldToken | null;
};

const often = <T>(usual: fc.Arbitrary<T>, weight: number, else_: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: else_ });

/** Half of a session's words are its own: what one person hides is then not spread like what another sees. */
const words = (theme: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 8, arbitrary: fc.constant(theme) },
    { weight: 3, arbitrary: fc.constantFrom(...RUNS) },
    { weight: 1, arbitrary: fc.constantFrom(...SECRETS) },
  );
const entries = (theme: string): fc.Arbitrary<WorldEntry> =>
  fc.record({
    back: often(fc.constant(1), 4, fc.integer({ min: 2, max: 3 })),
    words: fc.array(words(theme), { maxLength: 5 }),
    isUser: fc.boolean(),
    kind: often<WorldEntry['kind']>(fc.constant('message'), 6, fc.constant('tool-result')),
    atMs: fc.tuple(fc.nat(2), fc.constantFrom(0, 1, 700)).map(([seconds, ms]) => seconds * 1000 + ms),
  });

/** Most sessions are of one person, so that trees grow; anybody may claim anybody's key as parent. */
const owners = fc.oneof(
  { weight: 5, arbitrary: fc.constant(MEMBERS[0]) },
  { weight: 2, arbitrary: fc.constant(MEMBERS[1]) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, MEMBERS[2]) },
);
const drafts = fc
  .record({
    owner: owners,
    agent: fc.constantFrom(...AGENTS),
    name: fc.constantFrom(...NAMES),
    /** Which session of the world; beyond the last: one that nobody has. */
    parent: fc.option(fc.nat(4)),
    kind: fc.constantFrom(...KINDS),
    isIncognito: often(fc.constant(false), 4, fc.constant(true)),
    title: fc.option(fc.constantFrom('Ash and Elm', 'yews', `Key ${SECRETS[0]}`)),
    project: fc.option(fc.constantFrom('/srv/oak', '/srv/fir')),
    label: often(fc.constant<string | null>(null), 5, fc.constant('amber')),
    model: fc.option(fc.constantFrom(...MODELS)),
    isArchived: often(fc.constant(false), 4, fc.constant(true)),
    state: often<WorldSession['state']>(fc.constant('whole'), 6, fc.constantFrom('unfinished', 'stale', 'deleted')),
    theme: fc.constantFrom(...WORDS),
  })
  .chain(({ theme, ...draft }) =>
    fc.array(entries(theme), { minLength: 1, maxLength: 4 }).map((said) => ({ ...draft, entries: said })),
  )
  .chain((draft) => {
    const last = draft.entries.length - 1;
    return often(fc.constant(last), 3, fc.nat(last)).map((leaf) => ({ ...draft, leaf }));
  });

const sessions: fc.Arbitrary<readonly WorldSession[]> = fc
  .uniqueArray(drafts, {
    minLength: 3,
    maxLength: 5,
    selector: ({ owner, agent, name }) => `${owner}/${agent}/${name}`,
  })
  .map((all) =>
    all.map(({ parent, ...session }, index) => {
      const claimed = parent === null ? null : (all[parent] ?? { agent: 'main', name: 'nobodys' });
      const parentKey = claimed === null ? null : keyOf(claimed);
      return { ...session, parentKey, entries: session.entries.map((entry) => withCanary(entry, index)) };
    }),
  );

function withCanary(entry: WorldEntry, session: number): WorldEntry {
  return entry.words.length === 0 ? entry : { ...entry, words: [...entry.words, CANARIES[session] ?? ''] };
}

/** An owner sees everything, so there is less to leak to one; a member who is granted things sees least plainly. */
const actors = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 9, arbitrary: fc.constantFrom(...MEMBERS) },
);
const grants = (actor: number): fc.Arbitrary<WorldGrant> =>
  fc.record({
    session: fc.nat(3),
    person: often<number>(fc.constant(actor), 3, fc.integer({ min: 1, max: 4 })),
    covers: often<GrantCovers>(fc.constant('tree'), 2, fc.constant('session')),
    standing: often<GrantStanding>(
      fc.constantFrom('live', 'live', 'live', 'about-to-end'),
      2,
      fc.constantFrom('at-its-end', 'expired', 'revoked'),
    ),
  });
/** A member has no role to lose that would matter. */
const narrowings = (actor: number): fc.Arbitrary<Narrowing | null> =>
  often<Narrowing | null>(
    actor < MEMBERS[0] ? fc.constant({ type: 'role' }) : fc.nat(2).map((grant) => ({ type: 'grant', grant })),
    2,
    fc.constant(null),
  );

const worldsOf = (actor: number): fc.Arbitrary<Omit<World, 'token'>> =>
  fc.record({
    sessions,
    grants: fc.array(grants(actor), { minLength: 1, maxLength: 4 }),
    actor: fc.constant(actor),
    narrowing: narrowings(actor),
  });

/** Without a session it is bound to, there is neither `self` nor `tree` nor a sandbox. */
const tokensIn = ({ sessions: all, actor }: Omit<World, 'token'>): fc.Arbitrary<WorldToken> => {
  const own = all.flatMap(({ owner, state }, index) =>
    owner === actor && (state === 'whole' || state === 'stale') ? [index] : [],
  );
  return fc
    .record({
      agent: fc.constantFrom(...AGENTS),
      isOfItsSession: often(fc.constant(true), 4, fc.constant(false)),
      bound: own.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...own), { freq: 6 }),
      visibility: fc.constantFrom(...TOKEN_VISIBILITIES, 'tree' as const),
      agentIds: fc.option(fc.subarray([...AGENTS]), { freq: 2 }),
      isSandboxed: often(fc.constant(false), 2, fc.constant(true)),
      includesGranted: fc.boolean(),
    })
    .map(({ isOfItsSession, ...token }) => {
      const { bound, agent, visibility } = token;
      if (bound === null)
        return { ...token, visibility: visibility === 'agent' ? visibility : 'all', isSandboxed: false };
      return { ...token, agent: isOfItsSession ? (all[bound]?.agent ?? agent) : agent };
    });
};

/** Most sessions are of the first member: a token of theirs has the most to see and to hide. */
const holders = fc.oneof(
  { weight: 6, arbitrary: fc.constant(MEMBERS[0]) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, ...MEMBERS) },
);
const asPeople: fc.Arbitrary<World> = actors.chain(worldsOf).map((world) => ({ ...world, token: null }));
const withTokens: fc.Arbitrary<World> = holders
  .chain(worldsOf)
  .chain((world) => tokensIn(world).map((token) => ({ ...world, token })));
export const worldArbitrary: fc.Arbitrary<World> = fc.oneof(
  { weight: 1, arbitrary: asPeople },
  { weight: 1, arbitrary: withTokens },
);
/** By who comes in at a door. */
export const worldsFor = { all: worldArbitrary, people: asPeople, tokens: withTokens } as const;

export function emailOf(person: number): string {
  return PEOPLE[person]?.email ?? '';
}
