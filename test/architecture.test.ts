import { describe, expect, it } from 'vitest';
import { checkArchitecture, type Violation } from './architecture/check.ts';
import { findCycles } from './architecture/cycles.ts';
import { PLANTS } from './architecture/plants.ts';
import { BANS, ROOM_IMPORTS, RULES } from './architecture/rules.ts';
import { SOUND_TREES } from './architecture/sound-trees.ts';
import { readSources } from './architecture/sources.ts';

const root = process.cwd();

describe('the house', () => {
  const report = checkArchitecture(readSources(root));

  it('keeps its rules', () => {
    for (const warning of report.warnings) process.stdout.write(`warning: ${line(warning)}\n`);
    expect(report.violations.map(line)).toEqual([]);
  });

  it('was really looked at', () => {
    expect(report.modules).toBeGreaterThan(50);
  });
});

describe('the checker', () => {
  it.each(PLANTS.map((plant) => [plant.rule, plant.says, plant.files] as const))(
    'finds %s: %s',
    (rule, _says, files) => {
      expect(check(files).map((violation) => violation.rule)).toEqual([rule]);
    },
  );

  it.each(SOUND_TREES.map((tree) => [tree.says, tree.files] as const))('lets pass %s', (_says, files) => {
    expect(check(files)).toEqual([]);
  });

  it('has a planted violation of each rule', () => {
    const planted = new Set<string>(PLANTS.map((plant) => plant.rule));
    expect([...planted].sort()).toEqual([...RULES, ...BANS.map((ban) => ban.id)].sort());
  });

  it('says where', () => {
    const [violation] = check({ 'server/search/a.ts': '// one\n\nconsole.log(1);\n' });
    expect(violation).toMatchObject({ path: 'server/search/a.ts', line: 3 });
  });
});

describe('the table of rooms', () => {
  const rooms = Object.keys(ROOM_IMPORTS).filter((room) => room !== 'config');

  it.each(rooms)('holds for every import of %s, values and types', (from) => {
    for (const to of rooms.filter((room) => room !== from)) {
      const isAllowed = ROOM_IMPORTS[from]?.includes(to) || (from === 'app-client' && to === 'app');
      const statements = ["import { a } from 'X';\na;\n", "export type { a } from 'X';\n"];
      for (const statement of statements.slice(0, from === 'launch' ? 1 : 2)) {
        const rules = check(importing(from, to, statement)).map((violation) => violation.rule);
        expect(rules, `${from} → ${to}`).toEqual(isAllowed ? [] : ['room-import']);
      }
    }
  });

  it('has no cycle but the one between the two halves of app', () => {
    expect(findCycles(new Map(Object.entries(ROOM_IMPORTS)))).toEqual([['app', 'app-client']]);
  });
});

function importing(from: string, to: string, statement: string): Record<string, string> {
  const source = place(from);
  const path = `${'../'.repeat(source.split('/').length - 1) || './'}${place(to)}`;
  const head = (room: string) => (room === 'app-client' ? "'use client';\n" : '');
  return {
    [source]: head(from) + statement.replace('X', path),
    [place(to)]: `${head(to)}export const a = 1;\n`,
  };
}

/** A file of each room. */
function place(room: string): string {
  const places: Record<string, string> = {
    app: 'app/part.ts',
    'app-client': 'app/view.tsx',
    drizzle: 'drizzle/table.ts',
    instrumentation: 'instrumentation.ts',
    proxy: 'proxy.ts',
    launch: 'server/launch/a.mjs',
  };
  if (places[room]) return places[room];
  const isFile = ['env', 'errors', 'log', 'runtime'].includes(room);
  return isFile ? `server/${room}.ts` : `server/${room}/a.ts`;
}

/** Checks a small tree; each room gets the README that it must have, unless the tree brings its own. */
function check(files: Readonly<Record<string, string>>): readonly Violation[] {
  const all = new Map([['server/errors.ts', 'export const a = 1;\n']]);
  for (const path of Object.keys(files)) {
    const room = /^server\/[^/]+(?=\/)/.exec(path)?.[0];
    if (room) all.set(`${room}/README.md`, 'What it owns.\n');
  }
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith('README.md') && text === '') all.delete(path);
    else all.set(path, text);
  }
  return checkArchitecture(all).violations;
}

function line(violation: Violation): string {
  return `${violation.path}:${violation.line} ${violation.rule}: ${violation.message}`;
}
