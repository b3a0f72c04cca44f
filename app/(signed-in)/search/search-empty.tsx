'use client';

import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useNow } from '../../_parts/time-zone.tsx';
import { useTRPC } from '../../_trpc/client.ts';
import { QueryLink } from './query-link.tsx';
import { suggestQueries, wordsOf } from './suggest.ts';
import type { Shown } from './use-results.ts';

type SearchEmptyProps = { readonly shown: Shown; readonly onAsk: (q: string) => void };

/** Says what was looked for and nowhere found, and what to ask instead. */
export function SearchEmpty({ shown, onAsk }: SearchEmptyProps) {
  const { interpreted } = shown.last;
  const suggestions = suggestQueries(interpreted);
  return (
    <section className="search-empty" aria-labelledby="search-empty">
      <h2 id="search-empty">No message matches</h2>
      <p>
        Looked for <bdi>{interpreted.summary}</bdi>.
      </p>
      <MissingWords words={wordsOf(interpreted.text)} />
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

const ASKED_MAX = 6;

/** Asks for each word alone, to name those that stand nowhere. */
function MissingWords({ words }: { readonly words: readonly string[] }) {
  const trpc = useTRPC();
  const { timeZone } = useNow();
  const asked = words.length < 2 ? [] : words.slice(0, ASKED_MAX);
  const alone = useQueries({
    queries: asked.map((query) =>
      trpc.sessions.search.queryOptions({ query, timeZone, sort: 'newest', group: 'message', limit: 1 }),
    ),
  });
  const missing = asked.filter((_, index) => alone[index]?.data?.results.length === 0);
  return (
    <output>
      {missing.length === 0 ? null : (
        <>
          <bdi>{missing.join(', ')}</bdi> {missing.length === 1 ? 'is' : 'are'} in no message that you can see.
        </>
      )}
    </output>
  );
}
