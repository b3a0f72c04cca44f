import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Import, Module } from './module.ts';

/** The room of a source file, or null when the layout knows no such place. `clients` are the files that a browser loads. */
export function roomOf(path: string, clients: ReadonlySet<string>): string | null {
  const [top = '', second = ''] = path.split('/');
  if (top === 'server') return second.replace(/\.ts$/, '') || null;
  if (top === 'app') return clients.has(path) ? 'app-client' : 'app';
  if (top === 'drizzle' || top === 'test') return top;
  if (path === 'instrumentation.ts' || path === 'proxy.ts') return path.replace('.ts', '');
  return /^[\w-]+\.config\.m?[jt]s$/.test(path) ? 'config' : null;
}

export type Target =
  | { readonly type: 'module'; readonly path: string }
  | { readonly type: 'asset' }
  | { readonly type: 'builtin' }
  | { readonly type: 'package'; readonly name: string }
  | { readonly type: 'unresolved' };

/** What an import names. Paths are exact: with extension, no aliases, no folder that stands for its index. */
export function resolveImport(from: string, specifier: string, modules: ReadonlyMap<string, unknown>): Target {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier);
    if (modules.has(path)) return { type: 'module', path };
    return /\.(?:css|json|svg|woff2)$/.test(path) ? { type: 'asset' } : { type: 'unresolved' };
  }
  if (isBuiltin(specifier)) return { type: 'builtin' };
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return /^(?:@[a-z][\w.-]*\/)?[a-z][\w.-]*$/.test(name) ? { type: 'package', name } : { type: 'unresolved' };
}

/** Files of `app/` that a browser loads: those that say "use client", and what they load, whatever it says. */
export function findClients(modules: ReadonlyMap<string, Module>): Set<string> {
  const clients = new Set<string>();
  const queue = [...modules.values()].filter((module) => module.isClient && module.path.startsWith('app/'));
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    if (clients.has(module.path)) continue;
    clients.add(module.path);
    for (const imported of module.imports) {
      const target = isLoaded(imported) ? resolveImport(module.path, imported.specifier, modules) : null;
      const next = target?.type === 'module' && target.path.startsWith('app/') ? modules.get(target.path) : undefined;
      if (next) queue.push(next);
    }
  }
  return clients;
}

function isLoaded(imported: Import): imported is Import & { readonly specifier: string } {
  return !imported.isTypeOnly && imported.specifier !== null;
}
