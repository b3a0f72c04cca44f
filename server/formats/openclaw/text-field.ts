import type { JsonObject } from '../json.ts';

/** The field's text without white space around it; null when it is missing, blank or no string. */
export function textField(object: JsonObject | null, name: string): string | null {
  const value = object?.[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
