/** The only list of transcript formats. To add one: its folder, its name in the contract, its line here. */
import type { FormatName } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Adapter, FileHead, FileRole } from './adapter.ts';
import { claudeCode } from './claude-code/adapter.ts';
import { codex } from './codex/adapter.ts';
import { openclaw } from './openclaw/adapter.ts';

/** In the order in which they are asked. OpenClaw takes any packed transcript: those with names of their own come first. */
export const ADAPTERS: readonly Adapter[] = [codex, openclaw, claudeCode];

export type AdapterMatch = { readonly adapter: Adapter; readonly role: FileRole };

/** The first format that takes the file, or of `only` alone; null when none does. */
export function adapterFor(file: FileHead, only?: FormatName): AdapterMatch | null {
  for (const adapter of ADAPTERS) {
    if (only !== undefined && adapter.format !== only) continue;
    const role = adapter.classify(file);
    if (role !== null) return { adapter, role };
  }
  return null;
}

export function adapterByFormat(name: FormatName): Adapter {
  const adapter = ADAPTERS.find(({ format }) => format === name);
  if (adapter === undefined) throw new AppError('broken', `The registry of transcript formats lacks ${name}.`);
  return adapter;
}
