/** `session_index.jsonl` above the sessions: a line for each name that a person gave to one, the last of them counts. */
import { AppError } from '../../errors.ts';
import type { Companion } from '../adapter.ts';
import { decodeUtf8, idAt, isObject, parseObject, shorten, stringAt } from '../json.ts';
import { MAX_TITLE_LENGTH } from './speech.ts';

type SessionIndex = { readonly isSessionIndex: true; readonly names: ReadonlyMap<string, string> };

/** Throws `bad-input` when no line of it names a session. */
export function readSessionIndex(path: string, bytes: Uint8Array): Companion {
  const lines = decodeUtf8(bytes)
    .text.split('\n')
    .filter((line) => line.trim() !== '');
  const names = new Map<string, string>();
  let known = 0;
  for (const line of lines) {
    const record = parseObject(line);
    const id = record === null ? null : idAt(record, 'id');
    if (record === null || id === null) continue;
    known += 1;
    names.set(id, shorten(stringAt(record, 'thread_name') ?? '', MAX_TITLE_LENGTH));
  }
  if (known === 0 && lines.length > 0)
    throw new AppError(
      'bad-input',
      `${path} is no index of Codex sessions: none of its lines names one. Leave it out.`,
    );
  const data: SessionIndex = { isSessionIndex: true, names };
  return { path, data };
}

/** Null where no index names the session, or its name was taken away. */
export function findIndexedName(companions: readonly Companion[], id: string | null): string | null {
  for (const { data } of companions) {
    const name = isIndex(data) && id !== null ? data.names.get(id) : undefined;
    if (name !== undefined) return name || null;
  }
  return null;
}

function isIndex(data: unknown): data is SessionIndex {
  return isObject(data) && data['isSessionIndex'] === true;
}
