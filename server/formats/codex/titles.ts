/** Which record names a session: hints are taken while reading, the choice is made over the thread's own records. */
import { type CodexOutline, TITLE_SOURCES, type TitleSource } from './facts.ts';

/** The latest name stands, and of prompts the first tells what a session is about. Null when nothing names it. */
export function chooseTitle(own: readonly CodexOutline[], indexedName: string | null): string | null {
  const best = new Map<TitleSource, string>();
  for (const { facts } of own) {
    const title = facts.title;
    if (title !== null && (title.source === 'name' || !best.has(title.source))) best.set(title.source, title.text);
  }
  const name = best.get('name') || indexedName;
  if (name) return name;
  const source = TITLE_SOURCES.find((candidate) => candidate !== 'name' && best.has(candidate));
  return source === undefined ? null : (best.get(source) ?? null);
}
