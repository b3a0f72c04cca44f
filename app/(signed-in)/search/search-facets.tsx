'use client';

import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../_parts/format-number.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { describeFacets } from './describe-facets.ts';
import { type FacetLine, facetLines } from './facet-lines.ts';
import './search-facets.css';
import { SearchProblem } from './search-problem.tsx';
import type { Facets } from './use-facets.ts';

/** Values that a line shows before it is asked for all. */
const VALUES_SHOWN = 6;

type SearchFacetsProps = {
  readonly facets: Facets;
  /** Gets a filter as it is typed: `agent:ops`. */
  readonly onAdd: (filter: string) => void;
};

/** All matches by what they can be narrowed with: a column where there is room, else behind a button. */
export function SearchFacets({ facets, onAdd }: SearchFacetsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { reply, isCurrent, problem } = facets;
  // The pressed value may be gone with the next counts: the focus waits where they appear.
  const add = (filter: string): void => {
    onAdd(filter);
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={panel} className="facets" aria-label="Narrow the results" aria-busy={!isCurrent} tabIndex={-1}>
      <button
        type="button"
        className="quiet facets-toggle"
        aria-expanded={isOpen}
        aria-controls="facets"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown size={16} aria-hidden />
        Narrow
      </button>
      <div id="facets" className={isOpen ? 'facets-body is-open' : 'facets-body'} data-waiting={!isCurrent}>
        {problem === null ? null : <SearchProblem text={problem} onRetry={facets.retry} />}
        {reply === null ? problem === null ? <FacetSkeleton /> : null : <FacetLines reply={reply} onAdd={add} />}
      </div>
    </section>
  );
}

function FacetLines({
  reply,
  onAdd,
}: {
  readonly reply: NonNullable<Facets['reply']>;
  readonly onAdd: SearchFacetsProps['onAdd'];
}) {
  const lines = facetLines(reply.facets);
  return (
    <>
      {lines.map((line) => (
        <FacetValues key={line.name} line={line} onAdd={onAdd} />
      ))}
      <p className="muted facets-note">{describeFacets(reply, lines.length)}</p>
    </>
  );
}

function FacetValues({ line, onAdd }: { readonly line: FacetLine; readonly onAdd: SearchFacetsProps['onAdd'] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { title, values, isCut } = line;
  const shown = isWhole ? values : values.slice(0, VALUES_SHOWN);
  const isLong = values.length > VALUES_SHOWN;
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      <ul>
        {shown.map(({ label, filter, count }) => (
          <li key={filter}>
            <button
              type="button"
              className="quiet facet-value"
              title={writeMarksOut(filter)}
              onClick={() => onAdd(filter)}
            >
              <bdi className="cut">
                <VisibleText text={label} />
              </bdi>
              <span className="muted">{formatCount(count)}</span>
            </button>
          </li>
        ))}
        {isLong ? (
          <li>
            <button
              type="button"
              className="quiet facet-more"
              aria-expanded={isWhole}
              onClick={() => setIsWhole(!isWhole)}
            >
              {isWhole ? 'Fewer' : `${formatCount(values.length - VALUES_SHOWN)}${isCut ? '+' : ''} more`}
              <span className="visually-hidden"> of {title.toLowerCase()}</span>
            </button>
          </li>
        ) : null}
      </ul>
      {isWhole && isCut ? (
        <p className="muted facets-note">The first {formatCount(values.length)} are listed.</p>
      ) : null}
    </fieldset>
  );
}

const SKELETON_LINES = [1, 2, 3];

function FacetSkeleton() {
  return (
    <div aria-hidden>
      {SKELETON_LINES.map((line) => (
        <p key={line} className="skeleton facet-skeleton">
          .
        </p>
      ))}
    </div>
  );
}
