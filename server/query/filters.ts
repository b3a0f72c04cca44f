import type { Filter, FilterName, FilterTest, HitRole, QueryPlan } from '../contract/query.ts';
import { FORMATS, SESSION_KINDS } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Calendar } from './calendar.ts';
import { type DateSpan, readDate } from './dates.ts';
import type { TreeFilter } from './tree.ts';

const SEARCHED_ROLES = ['user', 'assistant'] as const;
const TOOL_ROLES = [...SEARCHED_ROLES, 'tool'] as const;
const AS_TEXT = 'Put it in quotes to search for the text.';

/**
 * Repeated filters of one name are one filter with alternatives; negated ones exclude each of theirs.
 * @throws AppError bad-input for a value that its filter does not take; the sentence says what it takes.
 */
export function planFilters(filters: readonly TreeFilter[], calendar: Calendar): Omit<QueryPlan, 'text'> {
  const searchesTools = filters.some((filter) => filter.name === 'in');
  const planned = new Map<string, { isNegated: boolean; anyOf: FilterTest[] }>();
  for (const filter of filters) {
    const { name, isNegated } = filter;
    const test = readFilter(filter, { calendar, searchesTools });
    if (test === 'place') continue;
    const key = `${isNegated ? '-' : ''}${name}`;
    const group = planned.get(key) ?? { isNegated, anyOf: [] };
    group.anyOf.push(test);
    planned.set(key, group);
  }
  const plan: readonly Filter[] = [...planned.values()];
  return { filters: plan, includesOtherBranches: filters.some((filter) => filter.name === 'branch'), searchesTools };
}

type Reading = { readonly calendar: Calendar; readonly searchesTools: boolean };

/** `place`: it says where to search, and is no condition. */
function readFilter(filter: TreeFilter, { calendar, searchesTools }: Reading): FilterTest | 'place' {
  const { name, value } = filter;
  switch (name) {
    case 'agent':
    case 'session':
    case 'project':
    case 'model':
    case 'label':
    case 'title':
      return { field: name, value };
    case 'person':
      return { field: name, value: value.toLowerCase() };
    case 'kind':
      return { field: name, value: readOneOf(filter, SESSION_KINDS) };
    case 'role':
      return { field: name, value: readRole(filter, searchesTools) };
    case 'source':
      return { field: name, value: readOneOf(filter, FORMATS) };
    case 'is':
      return { field: readOneOf(filter, ['archived']) };
    case 'before':
      return { field: 'time', fromMs: null, toMs: dateOf(filter, calendar).fromMs };
    case 'after':
      return { field: 'time', fromMs: dateOf(filter, calendar).fromMs, toMs: null };
    case 'on':
      return { field: 'time', ...getDays(filter, calendar) };
    case 'branch':
      return readPlace(filter, 'any', 'only the active branches are searched');
    case 'has':
      readOneOf(filter, ['secret']);
      return { field: 'secret', of: searchesTools ? 'tools' : 'message' };
    case 'in':
      return readPlace(filter, 'tools', 'only messages are searched');
    default:
      return unknownName(name);
  }
}

function readOneOf<Value extends string>({ name, value }: TreeFilter, values: readonly Value[]): Value {
  const found = values.find((each) => each === value.toLowerCase());
  if (found !== undefined) return found;
  throw refusal(`\`${name}:\` takes ${listOf(values)}. ${AS_TEXT}`);
}

function readRole(filter: TreeFilter, searchesTools: boolean): HitRole {
  if (searchesTools) return readOneOf(filter, TOOL_ROLES);
  if (filter.value.toLowerCase() !== 'tool') return readOneOf(filter, SEARCHED_ROLES);
  throw refusal(`\`role:tool\` goes with \`in:tools\`: only there are the answers of tools searched. ${AS_TEXT}`);
}

function readPlace(filter: TreeFilter, place: string, without: string): 'place' {
  readOneOf(filter, [place]);
  if (!filter.isNegated) return 'place';
  throw refusal(`\`${filter.name}:${place}\` cannot be negated: leave it out, and ${without}.`);
}

/** @throws AppError bad-input with an example. */
export function dateOf({ name, value }: TreeFilter, calendar: Calendar): DateSpan {
  const span = readDate(value, calendar);
  if (span !== null) return span;
  throw refusal(
    `\`${name}:\` takes a date, such as 2026-11-03, 2026-11, 2026-11-03T14:30, 7d, 24h or yesterday. ${AS_TEXT}`,
  );
}

function getDays(filter: TreeFilter, calendar: Calendar): { fromMs: number; toMs: number } {
  const span = readDate(filter.value, calendar);
  if (span !== null && span.unit !== 'moment') return { fromMs: span.fromMs, toMs: span.toMs };
  throw refusal(
    `\`on:\` takes a day, a month or a year, such as 2026-11-03, 2026-11, 2026, 7d or yesterday. ${AS_TEXT}`,
  );
}

function listOf(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? `only ${last}` : `${values.slice(0, -1).join(', ')} or ${last}`;
}

function refusal(message: string): AppError {
  return new AppError('bad-input', message);
}

function unknownName(name: never): never {
  throw new TypeError(`No filter is called ${String(name satisfies FilterName)}.`);
}
