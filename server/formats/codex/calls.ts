/** What a tool was called with, in the words that a person would read. */
import { type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { prettyJson } from '../parts.ts';

export type Call = { readonly name: string; readonly text: string };

/** Tools of the model's own, which have no name in their item. */
const BUILT_IN: Readonly<Record<string, string>> = {
  local_shell_call: 'local_shell',
  web_search_call: 'web_search',
  tool_search_call: 'tool_search',
  image_generation_call: 'image_generation',
};

const SHELLS = /^(?:[\w/.-]{0,60}\/)?(?:ba|z|da|k)?sh$/;

export function readCall(item: JsonObject): Call {
  const type = stringAt(item, 'type') ?? '';
  const given = stringAt(item, 'name') || 'unnamed';
  const namespace = stringAt(item, 'namespace');
  return { name: BUILT_IN[type] ?? (namespace ? `${namespace}.${given}` : given), text: inputOf(item, type) };
}

function inputOf(item: JsonObject, type: string): string {
  switch (type) {
    case 'custom_tool_call':
      return stringAt(item, 'input') ?? prettyJson(item['input']);
    case 'local_shell_call':
      return shellText(objectAt(item, 'action') ?? {});
    case 'web_search_call':
      return argumentsText(withoutType(objectAt(item, 'action') ?? {}));
    case 'image_generation_call':
      return stringAt(item, 'revised_prompt') ?? '';
    default:
      return argumentsText(parsed(item['arguments']));
  }
}

/** Arguments are JSON in a string; where they are no object they are shown as they are. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (parseObject(value) ?? value) : value;
}

/** A single text speaks for itself; with anything beside it the whole is shown. */
function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const given = Object.entries(value).filter(([, each]) => each !== null);
  const [only] = given;
  const single = given.length === 1 ? singleText(only?.[1]) : null;
  return single ?? prettyJson(Object.fromEntries(given));
}

function singleText(value: unknown): string | null {
  return typeof value === 'string' ? value : commandText(value);
}

function shellText(action: JsonObject): string {
  return commandText(action['command']) ?? prettyJson(action);
}

/** `["bash", "-lc", script]` is the script. Null when it is no list of words. */
function commandText(command: unknown): string | null {
  if (!Array.isArray(command) || command.length === 0) return null;
  const words: readonly unknown[] = command;
  if (!words.every((word) => typeof word === 'string')) return null;
  const [shell = '', option = '', script] = words;
  const isScript = words.length === 3 && SHELLS.test(shell) && (option === '-lc' || option === '-c');
  return isScript && script !== undefined ? script : words.join(' ');
}

/** The kind of a search says nothing beside what it searched for, and its list of queries repeats the first. */
function withoutType({ type: _type, queries: _queries, ...rest }: JsonObject): JsonObject {
  return rest;
}
