'use client';

import { PageProblem, type PageProblemProps } from './_ui/page-problem.tsx';

export default function ErrorPage({ error, retry }: PageProblemProps) {
  return (
    <main id="content" tabIndex={-1}>
      <PageProblem error={error} retry={retry} />
    </main>
  );
}
