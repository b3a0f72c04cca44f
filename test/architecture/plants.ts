import { type Rule, SIZES } from './rules.ts';

/** One violation of one rule, in a tree that is sound otherwise. */
export type Plant = {
  readonly rule: Rule;
  readonly says: string;
  readonly files: Readonly<Record<string, string>>;
};

const SOUND = 'export const sound = 1;\n';
/** That many empty lines. */
export const lines = (count: number) => '\n'.repeat(count);
/** A function of that many lines. */
export const longFunction = (count: number) => `export function long() {${lines(count - 1)}}\n`;

const IMPORTS: readonly Plant[] = [
  { rule: 'unparsable', says: 'a syntax error', files: { 'server/text/a.ts': 'export const = ;\n' } },
  { rule: 'unparsable', says: 'a syntax error in a test', files: { 'test/a.test.ts': 'expect(;\n' } },
  { rule: 'unknown-room', says: 'a room that the layout lacks', files: { 'server/attic/a.ts': SOUND } },
  { rule: 'unknown-room', says: 'a source file at the top', files: { 'helper.ts': SOUND } },
  { rule: 'empty-name', says: 'a barrel', files: { 'server/text/index.ts': SOUND } },
  { rule: 'empty-name', says: 'a file for everything', files: { 'app/_ui/utils.ts': SOUND } },
  {
    rule: 'unresolved-import',
    says: 'no extension',
    files: { 'server/text/a.ts': "import './b';\n", 'server/text/b.ts': SOUND },
  },
  { rule: 'unresolved-import', says: 'an alias', files: { 'app/page.tsx': "import '@/server/errors.ts';\n" } },
  {
    rule: 'computed-import',
    says: 'a computed path',
    files: { 'server/cli/a.ts': 'export const a = (p: string) => import(p);\n' },
  },
  { rule: 'external-package', says: 'an unlisted package', files: { 'server/text/a.ts': "import 'left-pad';\n" } },
  { rule: 'external-package', says: 'zod in env', files: { 'server/env.ts': "import { z } from 'zod';\nz;\n" } },
  {
    rule: 'external-package',
    says: "a dialect's library in the port, as a type",
    files: {
      'server/engine/engine.ts': "import type { Database } from 'better-sqlite3';\nexport type D = Database;\n",
    },
  },
  {
    rule: 'external-package',
    says: 'a subpath',
    files: { 'server/search/a.ts': "import 'drizzle-orm/better-sqlite3';\n" },
  },
  { rule: 'external-package', says: 'react outside app', files: { 'server/cli/a.ts': "export * from 'react';\n" } },
  {
    rule: 'launch-package',
    says: 'launch before the install',
    files: { 'server/launch/a.mjs': "import 'esbuild';\n" },
  },
  {
    rule: 'node-builtin',
    says: 'a file system in a pure room',
    files: { 'server/formats/a.ts': "import 'node:fs';\n" },
  },
  { rule: 'node-builtin', says: 'the old name of one', files: { 'server/query/a.ts': "import 'crypto';\n" } },
  {
    rule: 'node-builtin',
    says: 'one in the browser, through a file without the directive',
    files: {
      'app/a-view.tsx': "'use client';\nimport './b.ts';\n",
      'app/b.ts': "import { join } from 'node:path';\nexport const a = join;\n",
    },
  },
  {
    rule: 'imports-test',
    says: 'a test',
    files: { 'server/errors.ts': "import '../test/support/a.ts';\n", 'test/support/a.ts': SOUND },
  },
  {
    rule: 'cycle',
    says: 'three files in a ring, one link a type',
    files: {
      'server/text/a.ts': "import './b.ts';\n",
      'server/text/b.ts': "export type { C } from './c.ts';\n",
      'server/text/c.ts': "export type C = 1;\nexport const load = () => import('./a.ts');\n",
    },
  },
];

const ROUTES: readonly Plant[] = [
  {
    rule: 'room-import',
    says: 'the router itself, not its type',
    files: {
      'app/a-view.tsx': "'use client';\nimport { a } from '../server/trpc/root.ts';\na;\n",
      'server/trpc/root.ts': 'export const a = 1;\n',
    },
  },
  {
    rule: 'room-import',
    says: "the router's type from a room that has no use for it",
    files: {
      'server/search/a.ts': "export type A = import('../trpc/root.ts').A;\n",
      'server/trpc/root.ts': 'export type A = 1;\n',
    },
  },
  {
    rule: 'room-import',
    says: 'the type of another module of trpc',
    files: {
      'app/a-view.tsx': "'use client';\nimport type { A } from '../server/trpc/init.ts';\nexport type B = A;\n",
      'server/trpc/init.ts': 'export type A = 1;\n',
    },
  },
  {
    rule: 'room-import',
    says: 'a server room, through a file without the directive',
    files: {
      'app/a-view.tsx': "'use client';\nexport { b } from './_parts/b.ts';\n",
      'app/_parts/b.ts': "import { a } from '../../server/runtime.ts';\nexport const b = a;\n",
      'server/runtime.ts': 'export const a = 1;\n',
    },
  },
  {
    rule: 'room-import',
    says: 'require',
    files: { 'server/contract/a.ts': "export const a = require('../errors.ts');\n" },
  },
];

const SIZE: readonly Plant[] = [
  { rule: 'file-size', says: 'a line too many', files: { 'server/text/a.ts': lines(SIZES.file.error + 1) } },
  { rule: 'file-size', says: 'a line too many in a test', files: { 'test/a.test.ts': lines(SIZES.file.error + 1) } },
  {
    rule: 'function-size',
    says: 'a line too many',
    files: { 'server/text/a.ts': longFunction(SIZES.function.error + 1) },
  },
  {
    rule: 'function-size',
    says: 'a long method behind braces in strings, comments, templates and patterns',
    files: {
      'server/text/a.ts': `export class A {\n  b = (c = '}'): string => {\n// }\nreturn \`}\${/}/.test(c)}\`;${lines(SIZES.function.error)}};\n}\n`,
    },
  },
  { rule: 'readme', says: 'a room without one', files: { 'server/text/a.ts': SOUND, 'server/text/README.md': '' } },
  { rule: 'readme', says: 'a long one', files: { 'server/text/README.md': lines(SIZES.readme.error + 1) } },
];

const DATABASE: readonly Plant[] = [
  {
    rule: 'replace-into',
    says: 'in a string',
    files: { 'server/engine/sqlite/a.ts': 'export const a = `insert or\n replace into t`;\n' },
  },
  {
    rule: 'replace-into',
    says: 'in a migration',
    files: { 'drizzle/sqlite/migrations/1.sql': 'REPLACE INTO t VALUES (1);\n' },
  },
  {
    rule: 'deferred-begin',
    says: 'BEGIN alone',
    files: { 'server/engine/sqlite/a.ts': "export const a = 'BEGIN';\n" },
  },
  {
    rule: 'deferred-begin',
    says: 'BEGIN DEFERRED',
    files: { 'server/engine/sqlite/a.ts': 'export const a = `\n  begin deferred`;\n' },
  },
  {
    rule: 'raw-sql',
    says: 'unbound text',
    files: { 'server/engine/sqlite/a.ts': 'export const a = (sql) => sql.raw(1);\n' },
  },
  {
    rule: 'deferred-transaction',
    says: 'called at once',
    files: { 'server/engine/sqlite/a.ts': 'db.transaction(() => {})();\n' },
  },
  {
    rule: 'deferred-transaction',
    says: 'called as deferred',
    files: { 'server/engine/sqlite/a.ts': 'db.transaction(() => {}).deferred();\n' },
  },
  {
    rule: 'deferred-transaction',
    says: 'kept and called',
    files: { 'server/engine/sqlite/a.ts': 'const run = db.transaction(f);\nrun.immediate(1);\nrun(2);\n' },
  },
  {
    rule: 'deferred-transaction',
    says: 'handed out',
    files: { 'server/engine/sqlite/a.ts': 'export const a = (db) => db.transaction(() => {});\n' },
  },
  {
    rule: 'deferred-transaction',
    says: "drizzle's default",
    files: { 'server/engine/sqlite/a.ts': "orm.transaction(f, { behavior: 'deferred' });\n" },
  },
];

const WORDS: readonly Plant[] = [
  {
    rule: 'raw-html',
    says: 'as a property',
    files: { 'app/a.tsx': 'export const a = <p dangerouslySetInnerHTML={{ __html: 1 }} />;\n' },
  },
  {
    rule: 'environment',
    says: 'read in a verb',
    files: { 'server/search/a.ts': 'export const a = process.env.PORT;\n' },
  },
  { rule: 'environment', says: 'read by index', files: { 'server/search/a.ts': "export const a = process['env'];\n" } },
  { rule: 'environment', says: 'taken apart', files: { 'instrumentation.ts': 'const { env } = process;\nenv;\n' } },
  { rule: 'console', says: 'a line that nobody redacts', files: { 'server/search/a.ts': 'console.log(1);\n' } },
  {
    rule: 'forged-scope',
    says: 'a key made by hand',
    files: { 'server/search/a.ts': 'export const a = (x) => x as ReadScope;\n' },
  },
  {
    rule: 'unchecked-access',
    says: 'a verb that skips the predicate',
    files: { 'server/history/a.ts': 'export const a = (e) => e.readEntryAccessUnchecked(1);\n' },
  },
  {
    rule: 'source-as-process',
    says: 'raw TypeScript as a child',
    files: { 'server/runtime.ts': "export const a = new URL('./a.ts', import.meta.url);\n" },
  },
  {
    rule: 'silenced-types',
    says: 'a comment',
    files: { 'server/text/a.ts': `// ${'@ts-'}expect-error: no\n${SOUND}` },
  },
  { rule: 'silenced-types', says: 'a comment in a test', files: { 'test/a.test.ts': `// ${'@ts-'}ignore\n` } },
  { rule: 'left-over', says: 'a promise', files: { 'server/text/a.ts': `// ${'TO'}${'DO'}: later\n${SOUND}` } },
  {
    rule: 'machine-path',
    says: 'in a test',
    files: { 'test/a.test.ts': `export const a = '${['', 'work', 'a'].join('/')}';\n` },
  },
  { rule: 'machine-path', says: 'in prose', files: { 'README.md': `See ${['', 'work', 'a'].join('/')}.\n` } },
];

export const PLANTS: readonly Plant[] = [...IMPORTS, ...ROUTES, ...SIZE, ...DATABASE, ...WORDS];
