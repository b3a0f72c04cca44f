/** Who may import whom, and what may stand where. The checker is in `check.ts`; a planted violation of each in `plants.ts`. */

const FOUNDATION = ['contract', 'errors', 'env', 'log', 'engine', 'visibility', 'query', 'text', 'redaction'];
const VERBS = [
  'search',
  'history',
  'transcripts',
  'memory',
  'ingest',
  'sharing',
  'review',
  'people',
  'audit',
  'operate',
];
const DOOR = ['contract', 'errors', 'env', 'log', 'auth', 'visibility', 'runtime', ...VERBS];

/** A room may import itself and these. A file directly in `server/` is a room by its name. Tests may import everything. */
export const ROOM_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  env: [],
  errors: [],
  launch: [],
  drizzle: [],
  redaction: ['contract', 'errors'],
  log: ['env', 'redaction'],
  text: ['contract', 'errors'],
  branch: ['contract', 'errors'],
  query: ['contract', 'errors', 'text'],
  formats: ['contract', 'errors', 'text'],
  engine: ['contract', 'errors', 'env', 'log', 'text', 'drizzle'],
  visibility: ['contract', 'errors', 'engine'],
  auth: ['contract', 'errors', 'env', 'log', 'engine', 'visibility'],
  transcripts: ['contract', 'errors', 'engine', 'visibility', 'branch', 'redaction', 'text'],
  search: FOUNDATION,
  audit: FOUNDATION,
  review: FOUNDATION,
  history: [...FOUNDATION, 'branch', 'search'],
  people: [...FOUNDATION, 'auth'],
  sharing: [...FOUNDATION, 'history'],
  memory: [...FOUNDATION, 'search', 'history'],
  ingest: [...['contract', 'errors', 'env', 'log', 'engine', 'visibility', 'redaction', 'formats', 'transcripts']],
  operate: [...FOUNDATION, 'transcripts', 'audit', 'ingest', 'memory'],
  runtime: ['engine', 'env', 'log', 'operate', 'ingest', 'memory'],
  children: [
    ...[
      'contract',
      'errors',
      'engine',
      'env',
      'log',
      'text',
      'redaction',
      'formats',
      'transcripts',
      'ingest',
      'operate',
      'memory',
    ],
  ],
  trpc: DOOR,
  mcp: DOOR,
  cli: [...DOOR, 'mcp'],
  app: ['contract', 'errors', 'log', 'trpc', 'mcp', 'auth', 'runtime', 'app-client'],
  // A file with "use client", and every file of app/ that such a file loads.
  'app-client': ['contract', 'app'],
  instrumentation: ['env', 'log', 'runtime'],
  proxy: ['contract', 'errors', 'log', 'auth'],
  config: [],
};

/** The one module whose types are free, and for whom: the router's type holds no code. */
export const ROUTER = { path: 'server/trpc/root.ts', typesFreeFor: ['app-client', 'cli'] };

/** Every npm package that the product may load, and the places (path prefixes) that may load it. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  zod: [
    'server/contract/',
    'server/formats/',
    'server/engine/sqlite/',
    'server/auth/',
    'server/trpc/',
    'server/mcp/',
    'server/cli/',
    'app/',
  ],
  'better-sqlite3': ['server/engine/sqlite/'],
  'drizzle-orm': ['server/engine/sqlite/', 'drizzle/'],
  'drizzle-kit': ['drizzle/'],
  '@node-rs/argon2': ['server/auth/'],
  '@trpc/client': ['app/_trpc/'],
  '@trpc/tanstack-react-query': ['app/_trpc/'],
  '@tanstack/react-query': ['app/'],
  '@trpc/server': ['server/trpc/'],
  '@modelcontextprotocol/server': ['server/mcp/', 'server/cli/'],
  yauzl: ['server/ingest/'],
  stemmer: ['server/text/'],
  next: ['app/', 'instrumentation.ts', 'proxy.ts', 'next.config.mjs'],
  'next-auth': ['server/auth/', 'app/'],
  react: ['app/'],
  geist: ['app/layout.tsx'],
  'lucide-react': ['app/'],
  'react-markdown': ['app/_parts/'],
  'remark-gfm': ['app/_parts/'],
  'react-dom': ['app/'],
  'server-only': ['app/'],
  esbuild: ['server/launch/'],
};

/** Rooms that compute and nothing else, and the one that runs in a browser. */
export const WITHOUT_NODE = ['contract', 'text', 'query', 'redaction', 'formats', 'branch', 'app-client'];

export const SIZES = {
  file: { warn: 250, error: 400 },
  function: { warn: 40, error: 80 },
  readme: { error: 40 },
};

/** File names that say nothing about what is inside. */
export const EMPTY_NAMES = /(?:^|\/)(?:index|utils?|helpers?|misc|common|shared)\.(?:ts|tsx|mjs)$/;

/** Rules about structure; those about words are `BANS`. */
export const RULES = [
  'unparsable',
  'unknown-room',
  'empty-name',
  'unresolved-import',
  'computed-import',
  'external-package',
  'launch-package',
  'node-builtin',
  'imports-test',
  'room-import',
  'cycle',
  'deferred-transaction',
  'file-size',
  'function-size',
  'readme',
] as const;

export type Rule = (typeof RULES)[number] | (typeof BANS)[number]['id'];

type Ban = {
  readonly id: string;
  readonly pattern: RegExp;
  /** `code` leaves comments out; `text` is the whole file. */
  readonly part: 'code' | 'text';
  /** Path prefixes; an empty one means every file. */
  readonly where: readonly string[];
  readonly except: readonly string[];
  readonly reason: string;
};

const PRODUCT = ['app/', 'server/', 'drizzle/', 'instrumentation.ts', 'proxy.ts'];

export const BANS = [
  {
    id: 'replace-into',
    pattern: /\b(?:INSERT\s+OR\s+REPLACE|REPLACE\s+INTO)\b/i,
    part: 'code',
    where: PRODUCT,
    except: [],
    reason: 'it deletes the old row without its triggers and corrupts the index; write ON CONFLICT DO UPDATE',
  },
  {
    id: 'deferred-begin',
    pattern: /['"`]\s*BEGIN\b(?!\s+(?:IMMEDIATE|EXCLUSIVE)\b)/i,
    part: 'code',
    where: PRODUCT,
    except: ['server/engine/sqlite/snapshot.ts'], // reads only: it takes no lock that another process could hold
    reason: 'a deferred transaction fails when another process writes first; write BEGIN IMMEDIATE',
  },
  {
    id: 'raw-sql',
    pattern: /\bsql\s*\.\s*raw\b/,
    part: 'code',
    where: PRODUCT,
    except: [],
    reason: 'it puts text into a statement without binding it; use placeholders',
  },
  {
    id: 'raw-html',
    pattern: /\bdangerouslySetInnerHTML\b|\.\s*(?:innerHTML|outerHTML|insertAdjacentHTML)\b/,
    part: 'code',
    where: PRODUCT,
    except: [],
    reason: 'transcripts hold anything; render segments as elements',
  },
  {
    id: 'environment',
    // NEXT_RUNTIME is no variable but a constant that Next's build puts in.
    pattern:
      /\bprocess\s*(?:\?\.|\.)\s*env\b(?!\.NEXT_RUNTIME\b)|\bprocess\s*(?:\?\.)?\[|\}\s*=\s*process\b|\bimport\.meta\.env\b/,
    part: 'code',
    where: PRODUCT,
    except: ['server/env.ts', 'server/launch/'],
    reason: 'server/env.ts is the only reader of the environment, so that each setting is checked once',
  },
  {
    id: 'console',
    pattern: /\bconsole\s*(?:\.|\?\.|\[)/,
    part: 'code',
    where: PRODUCT,
    except: ['server/cli/', 'server/launch/', 'server/log.ts'],
    reason: 'log through server/log.ts, which redacts and writes one line an event',
  },
  {
    id: 'forged-scope',
    pattern: /\bas\s+(?:ReadScope|WriteScope)\b|(?<!\w)<(?:ReadScope|WriteScope)>\s*[({]/,
    part: 'code',
    where: PRODUCT,
    except: ['server/visibility/scope.ts'],
    reason: 'a scope is a key, and only server/visibility/scope.ts makes keys',
  },
  {
    id: 'unchecked-access',
    pattern: /\w*AccessUnchecked\b/,
    part: 'code',
    where: PRODUCT,
    except: [
      ...['server/transcripts/', 'server/ingest/', 'server/operate/', 'server/cli/'],
      ...['server/engine/', 'server/children/'], // where such functions are defined, and put together
    ],
    reason: 'what skips the visibility predicate stays in transcripts, ingest, operate and cli',
  },
  {
    id: 'source-as-process',
    pattern: /\bnew\s+URL\(\s*['"`][^'"`]*\.tsx?['"`]/,
    part: 'code',
    where: PRODUCT,
    except: [],
    reason: 'the bundler copies it as raw TypeScript, which Node 20 cannot run; start the bundle of SCROLLBACK_BUNDLES',
  },
  {
    id: 'silenced-types',
    pattern: /@ts-(?:ignore|nocheck|expect-error)\b/,
    part: 'text',
    where: [...PRODUCT, 'test/'],
    except: [],
    reason: 'mend the type; where a library is wrong, narrow at its edge',
  },
  {
    id: 'left-over',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    part: 'text',
    where: PRODUCT,
    except: [],
    reason: 'finish it, or open an issue',
  },
  {
    id: 'machine-path',
    pattern: /(?<![\w.])\/work\//,
    part: 'text',
    where: [''],
    except: [],
    reason: 'a path of one machine means nothing on another',
  },
] as const satisfies readonly Ban[];
