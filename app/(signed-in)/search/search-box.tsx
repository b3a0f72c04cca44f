'use client';

import { CircleHelp, Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Interpretation } from '../../../server/contract/query.ts';
import { Sentence } from './sentence.tsx';

type SearchBoxProps = {
  readonly text: string;
  /** How the query behind the shown results was read; null when there is none. */
  readonly read: Interpretation | null;
  readonly onType: (text: string) => void;
  readonly onSubmit: () => void;
  /** Why there was no answer; null when there is one. */
  readonly problem: string | null;
  readonly onRetry: () => void;
  readonly onDown: () => void;
  readonly onHelp: () => void;
};

/** The query, and beside it what was understood. A form: it works before any script has run. */
export function SearchBox({ text, onType, onSubmit, onDown, onHelp, ...said }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useTypedBefore(box, text, onType);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onDown();
  };
  return (
    <search className="search-head">
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Search size={16} aria-hidden />
        <input
          ref={box}
          type="search"
          name="q"
          dir="auto"
          aria-label="Search messages"
          aria-describedby="search-read"
          placeholder="Search messages"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: searching is what this page is opened for
          autoFocus={text === ''} // oxlint-disable-line jsx-a11y/no-autofocus -- likewise
          data-search-box
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="quiet" aria-label="How to search" title="How to search (?)" onClick={onHelp}>
          <CircleHelp size={16} aria-hidden />
        </button>
      </form>
      <Understood {...said} />
    </search>
  );
}

/** What was typed while the page's script was on its way stands in the field, and nobody has told React of it. */
function useTypedBefore(box: RefObject<HTMLInputElement | null>, text: string, onType: (text: string) => void): void {
  const tell = useEffectEvent((typed: string) => {
    if (typed !== text) onType(typed);
  });
  useEffect(() => {
    if (box.current !== null) tell(box.current.value);
  }, [box]);
}

/** How the query was read, or why it was not. Both in the same place: nothing below it moves. */
function Understood({ read, problem, onRetry }: Pick<SearchBoxProps, 'read' | 'problem' | 'onRetry'>) {
  return (
    <div className="search-read">
      <div role="alert">
        {problem === null ? null : (
          <p className="search-problem">
            <Sentence text={problem} />{' '}
            <button type="button" className="quiet" onClick={onRetry}>
              Try again
            </button>
          </p>
        )}
      </div>
      <p id="search-read" className="muted" title={read?.summary}>
        {read === null || problem !== null ? null : (
          <>
            Understood as: <bdi>{read.summary}</bdi>
            {read.match === 'some' ? '. No message holds all words; these hold some, best first' : null}
            {read.missing.length === 0 ? null : `. Nowhere: ${read.missing.join(', ')}`}
            {read.notes.map((note) => (
              <Fragment key={note}>
                {' · '}
                <Sentence text={note} />
              </Fragment>
            ))}
          </>
        )}
      </p>
    </div>
  );
}
