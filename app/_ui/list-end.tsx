'use client';

import { useEffect, useRef } from 'react';

type ListEndProps = {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  /** What is said when there is no more. */
  readonly children: string;
};

/** The end of an endless list: asks for more when it comes into view, and on its button. It stays, so the focus does too. */
export function ListEnd({ hasMore, isLoading, onMore, children }: ListEndProps) {
  const box = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  useEffect(() => {
    const element = box.current;
    if (!hasMore || isLoading || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        if (element.contains(document.activeElement)) element.focus();
        ask.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, isLoading]);
  return (
    <div ref={box} className="list-end muted" tabIndex={-1}>
      {isLoading ? 'Loading more …' : null}
      {hasMore && !isLoading ? (
        <button
          type="button"
          onClick={() => {
            box.current?.focus();
            onMore();
          }}
        >
          Show more
        </button>
      ) : null}
      {!hasMore && !isLoading ? children : null}
    </div>
  );
}
