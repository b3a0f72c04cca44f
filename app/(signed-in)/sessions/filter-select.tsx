'use client';

import { formatCount } from '../../_parts/format-number.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';

type FilterSelectProps = {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Undefined: any. */
  readonly onChange: (value: string | undefined) => void;
};

/** One of the values that sessions have, with how many have it. A chosen one is there even if no session has it any more. */
export function FilterSelect({ label, chosen, values, onChange }: FilterSelectProps) {
  const isKnown = chosen === undefined || values.some(({ value }) => value === chosen);
  return (
    <label className="session-filter">
      {label}
      <select
        value={chosen ?? ''}
        className={chosen === undefined ? undefined : 'is-chosen'}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      >
        <option value="">any</option>
        {isKnown ? null : <option value={chosen}>{writeMarksOut(chosen)}</option>}
        {values.map(({ value, count }) => (
          <option key={value} value={value}>
            {writeMarksOut(value)} ({formatCount(count)})
          </option>
        ))}
      </select>
    </label>
  );
}
