import { lines, longFunction, type Plant } from './plants.ts';
import { SIZES } from './rules.ts';

/** Trees without a violation that a careless checker would report. */
export const SOUND_TREES: readonly Omit<Plant, 'rule'>[] = [
  {
    says: 'imports in strings and comments',
    files: { 'server/contract/a.ts': "/* import '../env.ts' */ export const a = \"import './b'\"; // process.env\n" },
  },
  {
    says: 'the constant of the build',
    files: { 'instrumentation.ts': "export const isNode = process.env.NEXT_RUNTIME === 'nodejs';\n" },
  },
  {
    says: 'the type of the router in the browser',
    files: {
      'app/a-view.tsx': "'use client';\nimport type { A } from '../server/trpc/root.ts';\nexport type B = A;\n",
      'server/trpc/root.ts': 'export type A = 1;\n',
    },
  },
  {
    says: 'a type of a server file of app in the browser',
    files: {
      'app/a-view.tsx': "'use client';\nimport type { B } from './b.ts';\nexport type A = B;\n",
      'app/b.ts': "import 'node:fs';\nexport type B = 1;\n",
    },
  },
  {
    says: 'esbuild once it is installed',
    files: { 'server/launch/a.mjs': "export const a = () => import('esbuild');\n" },
  },
  { says: 'style sheets', files: { 'app/layout.tsx': "import './globals.css';\n" } },
  {
    says: 'a file and a function of the greatest size',
    files: { 'server/text/a.ts': lines(SIZES.file.error), 'server/text/b.ts': longFunction(SIZES.function.error) },
  },
  {
    says: 'immediate transactions',
    files: {
      'server/engine/sqlite/a.ts':
        "db.transaction(f).immediate(1);\norm.transaction(f, { behavior: 'immediate' });\nconst run = db.transaction(f);\nrun.immediate(2);\nexport const a = 'BEGIN IMMEDIATE';\n",
    },
  },
  {
    says: 'a trigger',
    files: {
      'drizzle/sqlite/search.sql': '-- never REPLACE INTO\nCREATE TRIGGER t AFTER INSERT ON a\nBEGIN SELECT 1; END;\n',
    },
  },
];
