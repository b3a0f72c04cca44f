'use client';

import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '../../_parts/format-number.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { describeCount, describeRanked } from './describe-count.ts';
import { describeOtherBranches } from './describe-facets.ts';
import type { Facets } from './use-facets.ts';
import type { Results, Shown } from './use-results.ts';

type SearchStatusProps = {
  readonly results: Results;
  readonly facets: Facets;
  /** Gets a filter as it is typed. */
  readonly onAdd: (filter: string) => void;
};

/** How many there are, and in what: said again when it changes. */
export function SearchStatus({ results, facets, onAdd }: SearchStatusProps) {
  const { shown, isCurrent, isSlow } = results;
  const [isOpen, setIsOpen] = useState(false);
  const isEarlier = !isCurrent && shown !== null && results.problem !== null;
  return (
    <div className="search-status">
      <output>
        {shown === null ? null : describeCount(shown.hits, shown.last, shown.asked.group)}
        {isEarlier ? ', from the query before' : null}
      </output>
      {shown === null ? null : (
        <button type="button" className="quiet search-scope" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {shown.last.scope.description}
        </button>
      )}
      {shown === null || !isCurrent ? null : <OnOtherBranches shown={shown} facets={facets} onAdd={onAdd} />}
      <output className="muted">{isSlow ? 'Still searching …' : null}</output>
      {shown?.last.indexing === true ? <Indexing pending={shown.last.pending} onAgain={results.retry} /> : null}
      {isOpen && shown !== null ? <Reach shown={shown} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

/** While a word is being typed the counts say it, which come a little later. */
function OnOtherBranches({ shown, facets, onAdd }: Omit<SearchStatusProps, 'results'> & { readonly shown: Shown }) {
  const counted = shown.otherBranches ?? (facets.isCurrent ? (facets.reply?.otherBranches ?? null) : null);
  const text = describeOtherBranches(counted, shown.last.interpreted.match, shown.hits.length);
  return text === null ? null : (
    <button
      type="button"
      className="search-branches"
      title="Adds branch:any"
      onClick={() => {
        onAdd('branch:any');
        // The button goes with its count, and takes the focus with it.
        document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
      }}
    >
      <GitBranch size={16} aria-hidden />
      {text}
    </button>
  );
}

function Indexing({ pending, onAgain }: { readonly pending: number; readonly onAgain: () => void }) {
  return (
    <p className="note search-indexing">
      {countOf(pending, 'session is', 'sessions are')} still being indexed: their messages may be missing here.
      <button type="button" onClick={onAgain}>
        Search again
      </button>
    </p>
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  everything: 'You are an owner: every session on this server is searched, whoever imported it.',
  'all-but-incognito':
    'You are an operator: every session on this server is searched, except those that others marked as incognito.',
  own: 'Sessions that you imported, sessions that these spawned, and sessions that somebody shared with you. What others keep to themselves is not counted either.',
  owned: 'Sessions that you imported, and sessions that these spawned.',
};

const TOOLS_ALONE =
  'Messages are not searched with it, and neither are the tools of sessions that others shared with you.';

/** What was searched, what was not, and how the order came about. */
function Reach({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { scope, ranked, interpreted } = shown.last;
  const isWhole = describeRanked(ranked) === '';
  const hasTools = interpreted.filters.some((filter) => filter.text === 'in:tools');
  const hasBranches = interpreted.filters.some((filter) => filter.text === 'branch:any');
  return (
    <Dialog title="What was searched" onClose={onClose}>
      <p>{MEANINGS[scope.mode] ?? scope.description}</p>
      <p>
        {hasTools ? 'Tool calls and their output' : 'Messages of people and assistants'}
        {hasBranches ? ', on all branches' : ', on the active branch of each session'}.{' '}
        {hasTools ? TOOLS_ALONE : 'Tool calls and their output are searched with in:tools.'}
      </p>
      {isWhole ? null : (
        <p>
          There were more matches than are ranked at once, so these are the best{describeRanked(ranked)}. Sort by newest
          or oldest, or add a filter, to reach the others.
        </p>
      )}
    </Dialog>
  );
}
