'use client';

import { PageProblem, type PageProblemProps } from '../_ui/page-problem.tsx';

/** The top bar and the tabs stay: the other pages may well work. */
export default function ErrorPage({ error, retry }: PageProblemProps) {
  return <PageProblem error={error} retry={retry} />;
}
