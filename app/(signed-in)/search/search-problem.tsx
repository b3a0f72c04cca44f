'use client';

type SearchProblemProps = { readonly text: string; readonly onRetry: () => void };

/** Why something did not come, in the server's own sentence. */
export function SearchProblem({ text, onRetry }: SearchProblemProps) {
  return (
    <p className="problem search-failure" role="alert">
      {text}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
