'use client';

import { X } from 'lucide-react';
import { useRef } from 'react';
import type { Interpretation } from '../../../server/contract/query.ts';
import { SORTS, type Sort } from '../../../server/contract/search.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { FilterMenu } from './filter-menu.tsx';
import type { SearchParams } from './search-params.ts';

type FilterRowProps = {
  readonly params: SearchParams;
  readonly filters: Interpretation['filters'];
  /** False when what was asked best first came by time, since nothing in it can be scored: tools, or filters alone. */
  readonly isRanked: boolean;
  readonly onAdd: (filter: string) => void;
  /** Gets the query that is left. */
  readonly onDrop: (q: string) => void;
  readonly onChange: (to: Partial<Pick<SearchParams, 'sort' | 'group'>>) => void;
};

const SORT_LABELS: Record<Sort, string> = { best: 'Best first', newest: 'Newest first', oldest: 'Oldest first' };

/** The filters of the query one by one, more of them, and the order of the results. */
export function FilterRow({ params, filters, isRanked, onAdd, onDrop, onChange }: FilterRowProps) {
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <div className="filter-row">
      <ul className="filter-chips" aria-label="Filters">
        {filters.map(({ label, text, without }) => (
          <li key={`${text} ${without}`} className="filter-chip" title={writeMarksOut(text)}>
            <bdi className="cut">
              <VisibleText text={label} />
            </bdi>
            <button
              type="button"
              className="quiet"
              aria-label={`Drop the filter ${writeMarksOut(label)}`}
              onClick={() => {
                onDrop(without);
                menu.current?.focus();
              }}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
        <li>
          <FilterMenu ref={menu} onAdd={onAdd} />
        </li>
      </ul>
      <div className="filter-order">
        <label>
          <span className="visually-hidden">Order</span>
          <select
            value={isRanked || params.sort !== 'best' ? params.sort : 'newest'}
            onChange={({ target }) => onChange({ sort: SORTS.find((sort) => sort === target.value) ?? 'best' })}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </select>
        </label>
        <label className="filter-group">
          <input
            type="checkbox"
            checked={params.group === 'session'}
            onChange={({ target }) => onChange({ group: target.checked ? 'session' : 'message' })}
          />
          One a session
        </label>
      </div>
    </div>
  );
}
