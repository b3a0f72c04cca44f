'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { FacetName } from '../../../server/contract/session.ts';
import { useTRPC } from '../../_trpc/client.ts';
import { FilterSelect } from './filter-select.tsx';
import { FilterText } from './filter-text.tsx';
import type { ListChange, ListParams } from './search-params.ts';

const SELECTS = [
  { name: 'agent', facet: 'agent', label: 'Agent' },
  { name: 'kind', facet: 'kind', label: 'Kind' },
  { name: 'format', facet: 'source', label: 'Format' },
  { name: 'project', facet: 'project', label: 'Project' },
  { name: 'label', facet: 'label', label: 'Label' },
  { name: 'person', facet: 'person', label: 'Owner' },
] as const satisfies readonly { name: keyof ListParams; facet: FacetName; label: string }[];

type FiltersProps = { readonly params: ListParams; readonly onChange: (change: ListChange) => void };
/** `clearings`: how often all filters were cleared; what was typed is gone then, and the focus comes back to the first. */
type SessionFiltersProps = FiltersProps & { readonly clearings: number };

/** Filters of the list, kept in the address. */
export function SessionFilters({ params, onChange, clearings }: SessionFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className={isOpen ? 'session-filters is-open' : 'session-filters'} aria-label="Filter sessions">
      <FilterText key={clearings} text={params.q ?? ''} onChange={(q) => onChange({ q })} isFocused={clearings > 0} />
      <button
        type="button"
        className="session-filters-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden />
        Filters
      </button>
      <FacetSelects params={params} onChange={onChange} />
      <label className="session-filter">
        Archived
        <select value={params.archived} onChange={(event) => onChange({ archived: event.currentTarget.value })}>
          <option value="no">left out</option>
          <option value="all">listed too</option>
          <option value="yes">only these</option>
        </select>
      </label>
    </search>
  );
}

/** Filled from what is in scope. A filter that could not tell sessions apart is left out. */
function FacetSelects({ params, onChange }: FiltersProps) {
  const trpc = useTRPC();
  const facets = useQuery(trpc.sessions.facets.queryOptions());
  return SELECTS.map(({ name, facet, label }) => {
    const values = facets.data?.facets.find((each) => each.name === facet)?.values ?? [];
    const chosen = params[name];
    if (chosen === undefined && values.length <= (name === 'label' ? 0 : 1)) return null;
    return (
      <FilterSelect
        key={name}
        label={label}
        chosen={chosen}
        values={values}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  });
}
