'use client';

import Link from 'next/link';
import { QueryLink } from './query-link.tsx';
import { suggestQueries } from './suggest.ts';
import type { Shown } from './use-results.ts';

type SearchEmptyProps = { readonly shown: Shown; readonly onAsk: (q: string) => void };

/** Says what was looked for and nowhere found, and what to ask instead. */
export function SearchEmpty({ shown, onAsk }: SearchEmptyProps) {
  const { interpreted } = shown.last;
  const suggestions = suggestQueries(interpreted, shown.otherBranches);
  return (
    <section className="search-empty" aria-labelledby="search-empty">
      <h2 id="search-empty">No message matches</h2>
      <p>
        Looked for <bdi>{interpreted.summary}</bdi>.
      </p>
      <MissingWords words={interpreted.missing} />
      {suggestions.length === 0 ? null : (
        <>
          <p>Try</p>
          <ul>
            {suggestions.map(({ text, q }) => (
              <li key={text}>
                <QueryLink q={q} onAsk={onAsk}>
                  <bdi>{text}</bdi>
                </QueryLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">
        Only what was said is searched, not tool calls and their output. What is not there yet can be{' '}
        <Link href="/sources">imported</Link>.
      </p>
    </section>
  );
}

/** Words that no message in scope holds, in any form. */
function MissingWords({ words }: { readonly words: readonly string[] }) {
  return (
    <output>
      {words.length === 0 ? null : (
        <>
          <bdi>{words.join(', ')}</bdi> {words.length === 1 ? 'is' : 'are'} in no message that you can see.
        </>
      )}
    </output>
  );
}
