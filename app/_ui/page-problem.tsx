'use client';

export type PageProblemProps = {
  readonly error: Error & { readonly digest?: string };
  /** Fetches the page from the server again, and shows it. */
  readonly retry: () => void;
};

/** Stands where a page could not be made. */
export function PageProblem({ error, retry }: PageProblemProps) {
  return (
    <article className="prose" role="alert">
      <title>Not shown · Scrollback</title>
      <h1>This page could not be shown</h1>
      <p>
        Scrollback met a failure that it did not expect while it made this page. Nothing was changed: what was imported
        is still there.
      </p>
      {error.digest ? (
        <p>
          The server’s log says more under the number <code>{error.digest}</code>.
        </p>
      ) : null}
      <p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </p>
    </article>
  );
}
