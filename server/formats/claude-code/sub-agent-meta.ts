/** The `.meta.json` file beside a sub-agent's transcript. */
import { AppError } from '../../errors.ts';
import type { Companion, FileContext } from '../adapter.ts';
import { decodeUtf8, idAt, isObject, parseObject, shorten, stringAt } from '../json.ts';

const MAX_TITLE_LENGTH = 120;

export type SubAgentMeta = {
  readonly isSubAgentMeta: true;
  /** What the parent asked for, else the kind of agent; null when neither is told. */
  readonly title: string | null;
  /** Id of the sub-agent that started this one; null when the session itself did. */
  readonly parentAgentId: string | null;
};

export function readSubAgentMeta(path: string, bytes: Uint8Array): Companion {
  const record = parseObject(decodeUtf8(bytes).text);
  if (record === null)
    throw new AppError('bad-input', `${path} is not a JSON object, so it names no sub-agent. Leave it out.`);
  const title = shorten(stringAt(record, 'description') || stringAt(record, 'agentType') || '', MAX_TITLE_LENGTH);
  const data: SubAgentMeta = {
    isSubAgentMeta: true,
    title: title === '' ? null : title,
    parentAgentId: idAt(record, 'parentAgentId'),
  };
  return { path, data };
}

/** Null when the transcript has no such file beside it. */
export function findSubAgentMeta({ path, companions }: FileContext): SubAgentMeta | null {
  const metaPath = path.replace(/\.jsonl$/, '.meta.json');
  const data = companions.find((companion) => companion.path === metaPath)?.data;
  return isMeta(data) ? data : null;
}

function isMeta(data: unknown): data is SubAgentMeta {
  return isObject(data) && data['isSubAgentMeta'] === true;
}
