import { FACET_NAMES, type Facet } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { filterText } from './add-filter.ts';

export type FilterOption = {
  /** What stands in the list, and what it means. */
  readonly label: string;
  readonly detail: string;
  /** `narrow` goes on with this filter's values; `add` puts the filter into the query. */
  readonly act: 'narrow' | 'add';
  readonly text: string;
};

type Value = { readonly value: string; readonly detail: string };

const OPTIONS_MAX = 50;

const NAMES: readonly { readonly name: string; readonly detail: string }[] = [
  { name: 'agent', detail: 'who worked' },
  { name: 'kind', detail: 'main, cron, sub-agent …' },
  { name: 'role', detail: 'who wrote the message' },
  { name: 'project', detail: 'where it worked' },
  { name: 'model', detail: 'which model answered' },
  { name: 'label', detail: 'labels of sessions' },
  { name: 'source', detail: 'format of the transcript' },
  { name: 'person', detail: 'whose session it is' },
  { name: 'title', detail: 'words of the title' },
  { name: 'after', detail: 'since a date' },
  { name: 'before', detail: 'up to a date' },
  { name: 'on', detail: 'a day, month or year' },
];

const WHOLE: readonly FilterOption[] = [
  { label: 'branch:any', detail: 'abandoned branches too', act: 'add', text: 'branch:any' },
  { label: 'in:tools', detail: 'tool calls and their output', act: 'add', text: 'in:tools' },
  { label: 'has:secret', detail: 'something was masked', act: 'add', text: 'has:secret' },
  { label: 'is:archived', detail: 'archived sessions only', act: 'add', text: 'is:archived' },
];

const ROLES: readonly Value[] = [
  { value: 'user', detail: 'what was asked' },
  { value: 'assistant', detail: 'what was answered' },
];

const DATES: readonly Value[] = [
  { value: 'today', detail: '' },
  { value: 'yesterday', detail: '' },
  { value: '24h', detail: '24 hours back' },
  { value: '7d', detail: 'seven days back' },
  { value: '1m', detail: 'a month back' },
  { value: '1y', detail: 'a year back' },
];

const DAYS = DATES.filter(({ value }) => value === 'today' || value === 'yesterday');

/** What can be chosen after so much was typed: filters by name, the values of one (`agent:`), or values of any. */
export function filterOptions(typed: string, facets: readonly Facet[]): readonly FilterOption[] {
  const wanted = typed.trim();
  const [, sign = '', name = '', value = ''] = /^(-?)([a-z]+):(.*)$/iu.exec(wanted) ?? [];
  const known = NAMES.find((each) => each.name === name.toLowerCase());
  if (known !== undefined) return valueOptions(`${sign}${known.name}`, value.trim(), facets);
  const named = NAMES.filter(({ name: each, detail }) => holds(each, wanted) || holds(detail, wanted)).map(
    ({ name: each, detail }): FilterOption => ({ label: `${each}:`, detail, act: 'narrow', text: `${each}:` }),
  );
  const whole = WHOLE.filter(({ label, detail }) => holds(label, wanted) || holds(detail, wanted));
  return [...named, ...whole, ...(wanted === '' ? [] : anyValue(wanted, facets))].slice(0, OPTIONS_MAX);
}

function valueOptions(name: string, typed: string, facets: readonly Facet[]): readonly FilterOption[] {
  const values = valuesOf(name.replace('-', ''), facets);
  const offered = values.filter(({ value, detail }) => holds(value, typed) || (detail !== '' && holds(detail, typed)));
  const isNew = typed !== '' && !values.some(({ value }) => value === typed);
  const own: Value[] = isNew ? [{ value: typed, detail: 'as typed' }] : [];
  return [...offered, ...own].slice(0, OPTIONS_MAX).flatMap((value) => addOption(name, value));
}

function valuesOf(name: string, facets: readonly Facet[]): readonly Value[] {
  if (name === 'role') return ROLES;
  if (name === 'on') return DAYS;
  if (name === 'after' || name === 'before') return DATES;
  return facets.filter((facet) => facet.name === name).flatMap(facetValues);
}

function facetValues({ values }: Facet): readonly Value[] {
  return values.map(({ value, count }) => ({ value, detail: countOf(count, 'session') }));
}

function anyValue(typed: string, facets: readonly Facet[]): readonly FilterOption[] {
  return FACET_NAMES.flatMap((name) =>
    valuesOf(name, facets)
      .filter(({ value }) => holds(value, typed))
      .flatMap((value) => addOption(name, value)),
  );
}

function addOption(name: string, { value, detail }: Value): readonly FilterOption[] {
  const text = filterText(name, value);
  return text === null ? [] : [{ label: text, detail, act: 'add', text }];
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
