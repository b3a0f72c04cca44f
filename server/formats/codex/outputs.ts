/** What a tool answered. Codex wrote it in many ways over the years: plain, wrapped in JSON, with a preamble, in blocks. */
import { isObject, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { prettyJson } from '../parts.ts';
import { readContent } from './content.ts';

export type Output = {
  readonly text: string;
  /** Null where nothing tells. */
  readonly isError: boolean | null;
  readonly imageUrls: readonly (string | null)[];
};

const PREAMBLE_LENGTH = 400;
/** Lines that stand before the output of a command. */
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m;
const OUTPUT_MARK = /^(?:Total output lines: \d{1,12}\n)?Output:\n/m;
const FAILED = ['failed', 'error', 'incomplete'];

export function readOutput(item: JsonObject): Output {
  const output = item['output'] ?? item['tools'];
  const answer = readAnswer(typeof output === 'string' ? (wrappedIn(output) ?? output) : output);
  const isFailed = FAILED.includes(stringAt(item, 'status') ?? '');
  return { ...answer, isError: isFailed ? true : answer.isError };
}

/** `{"output": …, "metadata": {"exit_code": …}}` as a string; null for any other text. */
function wrappedIn(text: string): JsonObject | null {
  if (!text.startsWith('{"')) return null;
  const wrapped = parseObject(text);
  return wrapped !== null && 'output' in wrapped && 'metadata' in wrapped ? wrapped : null;
}

function readAnswer(output: unknown): Output {
  if (typeof output === 'string') return { text: output, isError: exitedWithError(output), imageUrls: [] };
  if (Array.isArray(output)) return readBlocks(output);
  if (!isObject(output)) return { text: '', isError: null, imageUrls: [] };
  if (typeof output['output'] === 'string') return { ...plain(output['output']), isError: failedByCode(output) };
  if ('content' in output) {
    const success = output['success'];
    return { ...readBlocks(output['content']), isError: typeof success === 'boolean' ? !success : null };
  }
  return 'type' in output ? readBlocks(output) : plain(prettyJson(output));
}

function plain(text: string): Output {
  return { text, isError: null, imageUrls: [] };
}

/** Blocks of text and images; a list of anything else is shown as JSON. */
function readBlocks(content: unknown): Output {
  const { texts, imageUrls } = readContent(content);
  if (texts.length === 0 && imageUrls.length === 0)
    return plain(Array.isArray(content) && content.length === 0 ? '' : prettyJson(content));
  const text = texts.join('\n');
  return { text, isError: exitedWithError(text), imageUrls };
}

function failedByCode(output: JsonObject): boolean | null {
  const code = objectAt(output, 'metadata')?.['exit_code'];
  return typeof code === 'number' ? code !== 0 : null;
}

/** Only what stands before the output counts: the output itself may say anything. */
function exitedWithError(text: string): boolean | null {
  const head = text.slice(0, PREAMBLE_LENGTH);
  const mark = head.search(OUTPUT_MARK);
  const code = mark === -1 ? undefined : EXIT_CODE.exec(head.slice(0, mark))?.[1];
  return code === undefined ? null : Number(code) !== 0;
}
