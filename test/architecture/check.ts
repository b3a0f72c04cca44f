import { findCycles } from './cycles.ts';
import { countLines, type Import, lineFinder, type Module, readModule } from './module.ts';
import { findClients, resolveImport, roomOf } from './rooms.ts';
import { BANS, EMPTY_NAMES, PACKAGES, ROOM_IMPORTS, ROUTER, type Rule, SIZES, WITHOUT_NODE } from './rules.ts';

export type Violation = {
  readonly rule: Rule;
  readonly path: string;
  /** 0 when the file as a whole is meant. */
  readonly line: number;
  readonly message: string;
};

export type Report = {
  /** How many source files of the product (tests left out) were looked at. */
  readonly modules: number;
  readonly violations: readonly Violation[];
  /** Sizes that are still allowed, but worth a look. */
  readonly warnings: readonly Violation[];
};

type House = {
  readonly modules: ReadonlyMap<string, Module>;
  readonly clients: ReadonlySet<string>;
};

/** Checks a tree of files, given as path from the root (with `/`) to text. Pure: it reads nothing else. */
export function checkArchitecture(files: ReadonlyMap<string, string>): Report {
  const modules = new Map<string, Module>();
  for (const [path, source] of files) {
    if (/\.(?:ts|tsx|mjs)$/.test(path)) modules.set(path, readModule(path, source));
  }
  const house: House = { modules, clients: findClients(modules) };
  const product = [...modules.values()].filter((module) => !module.path.startsWith('test/'));
  const sizes = [...modules.values()].flatMap(measure);
  return {
    modules: product.length,
    violations: [
      ...product.flatMap((module) => checkModule(module, house)),
      ...[...modules.values()].flatMap(checkParse),
      ...checkCycles(product, house),
      ...[...files].flatMap(([path, source]) => checkBans(path, source, modules.get(path))),
      ...checkReadmes(files),
      ...sizes.filter((size) => size.isError).map((size) => size.violation),
    ],
    warnings: sizes.filter((size) => !size.isError).map((size) => size.violation),
  };
}

function checkParse(module: Module): Violation[] {
  return module.errors.slice(0, 1).map((message) => ({ rule: 'unparsable', path: module.path, line: 0, message }));
}

function checkModule(module: Module, house: House): Violation[] {
  const { path } = module;
  const found: Violation[] = [];
  const room = roomOf(path, house.clients);
  if (room === null || !(room in ROOM_IMPORTS)) {
    found.push({
      rule: 'unknown-room',
      path,
      line: 0,
      message: 'the layout has no such room; see architecture/rules.ts',
    });
    return found;
  }
  if (EMPTY_NAMES.test(path)) {
    found.push({ rule: 'empty-name', path, line: 0, message: 'name the file by what is inside; no barrels, no utils' });
  }
  for (const { line } of module.deferredTransactions) {
    const message = 'call a transaction as .immediate(…): a deferred one fails when another process writes first';
    found.push({ rule: 'deferred-transaction', path, line, message });
  }
  for (const imported of module.imports) {
    const problem = checkImport(imported, { path, room }, house);
    if (problem) found.push({ ...problem, path, line: imported.line });
  }
  return found;
}

type Problem = { readonly rule: Rule; readonly message: string };

function checkImport(imported: Import, from: { path: string; room: string }, house: House): Problem | null {
  const { specifier } = imported;
  if (specifier === null) {
    if (from.room === 'launch') return null; // it loads bundles, whose paths it makes
    return { rule: 'computed-import', message: 'write the path as a literal: nobody can check a computed one' };
  }
  const target = resolveImport(from.path, specifier, house.modules);
  switch (target.type) {
    case 'asset':
      return null;
    case 'unresolved':
      return { rule: 'unresolved-import', message: `${specifier} names no file; write the path with its extension` };
    case 'builtin':
      if (!WITHOUT_NODE.includes(from.room)) return null;
      return { rule: 'node-builtin', message: `${from.room} computes only, or runs in a browser: no ${specifier}` };
    case 'package':
      return checkPackage(imported, target.name, from);
    case 'module':
      return checkRoom(imported, target.path, { room: from.room, clients: house.clients });
  }
}

function checkPackage(imported: Import, name: string, from: { path: string; room: string }): Problem | null {
  if (!PACKAGES[name]?.some((prefix) => from.path.startsWith(prefix))) {
    const where = PACKAGES[name]?.join(', ') ?? 'nowhere yet';
    return { rule: 'external-package', message: `${name} may be imported in: ${where}` };
  }
  if (from.room !== 'launch' || imported.isDynamic) return null;
  return { rule: 'launch-package', message: `launch runs before anything is installed: import('${name}') when needed` };
}

function checkRoom(
  imported: Import,
  path: string,
  from: { room: string; clients: ReadonlySet<string> },
): Problem | null {
  const room = roomOf(path, from.clients);
  if (room === 'test') return { rule: 'imports-test', message: `${path} is a test; nothing imports tests` };
  if (room === null || room === from.room || ROOM_IMPORTS[from.room]?.includes(room)) return null;
  if (path === ROUTER.path && imported.isTypeOnly && ROUTER.typesFreeFor.includes(from.room)) return null;
  const allowed = ROOM_IMPORTS[from.room]?.join(', ') || 'nothing';
  return { rule: 'room-import', message: `${from.room} may not import ${room} (${path}); it may import: ${allowed}` };
}

function checkCycles(product: readonly Module[], house: House): Violation[] {
  const graph = new Map<string, string[]>();
  for (const module of product) {
    const targets = module.imports.map(({ specifier }) => resolveImport(module.path, specifier ?? '', house.modules));
    graph.set(
      module.path,
      targets.flatMap((target) => (target.type === 'module' ? [target.path] : [])),
    );
  }
  return findCycles(graph).map((cycle) => ({
    rule: 'cycle',
    path: cycle[0] ?? '',
    line: 0,
    message: `these import one another: ${cycle.join(', ')}`,
  }));
}

function checkBans(path: string, source: string, module: Module | undefined): Violation[] {
  const found: Violation[] = [];
  for (const ban of BANS) {
    if (!startsWithAny(path, ban.where) || startsWithAny(path, ban.except)) continue;
    if (ban.part === 'code' && !module && !path.endsWith('.sql')) continue;
    const text = ban.part === 'text' ? source : (module?.code ?? source.replace(/--.*$/gm, ''));
    const at = text.search(ban.pattern);
    if (at >= 0) found.push({ rule: ban.id, path, line: lineFinder(text)(at), message: ban.reason });
  }
  return found;
}

function checkReadmes(files: ReadonlyMap<string, string>): Violation[] {
  const rooms = new Set([...files.keys()].flatMap((path) => /^server\/[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  return [...rooms].flatMap((room): Violation[] => {
    const path = `${room}/README.md`;
    const text = files.get(path);
    if (text === undefined) return [{ rule: 'readme', path, line: 0, message: 'each room says what it owns' }];
    const lines = countLines(text);
    if (lines <= SIZES.readme.error) return [];
    return [{ rule: 'readme', path, line: 0, message: `${lines} lines; at most ${SIZES.readme.error}` }];
  });
}

type Size = { readonly violation: Violation; readonly isError: boolean };

function measure({ path, lines, functions }: Module): Size[] {
  const sizes = lines > SIZES.file.warn ? [judge({ rule: 'file-size', path, line: 0, what: 'the file', lines })] : [];
  if (path.startsWith('test/')) return sizes; // a suite is one long function
  for (const { name: what, line, lines } of functions) {
    if (lines > SIZES.function.warn) sizes.push(judge({ rule: 'function-size', path, line, what, lines }));
  }
  return sizes;
}

type Measured = Omit<Violation, 'message'> & { readonly what: string; readonly lines: number };

function judge({ rule, path, line, what, lines }: Measured): Size {
  const limit = rule === 'file-size' ? SIZES.file : SIZES.function;
  const message = `${what} has ${lines} lines (a warning over ${limit.warn}, an error over ${limit.error})`;
  return { violation: { rule, path, line, message }, isError: lines > limit.error };
}

function startsWithAny(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix));
}
