'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText, useTRPC } from '../_trpc/client.ts';
import { countOf } from './format-number.ts';
import './import.css';
import { useImportRefresh, useWorkShown } from './import-jobs.ts';

/** Invented sessions to try things with; they go as easily as they come. */
export function ImportSamples() {
  const trpc = useTRPC();
  const samples = useQuery(trpc.sources.samples.queryOptions());
  const onStarted = useWorkShown();
  const refresh = useImportRefresh();
  const loading = useMutation(trpc.sources.loadSamples.mutationOptions({ onSuccess: onStarted }));
  const removing = useMutation(trpc.sources.removeSamples.mutationOptions({ onSuccess: refresh }));
  const { loaded, total } = samples.data ?? { loaded: 0, total: 0 };
  const problem = samples.error ?? loading.error ?? removing.error;
  return (
    <div className="import-form">
      <p>
        {total === 0 ? 'A few invented sessions' : countOf(total, 'invented session')} to try the search with: an agent
        that looks into a failed deploy, a branch that was left, a sub-agent.
      </p>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {errorText(problem)}
        </p>
      )}
      <p className="import-actions">
        <button
          type="button"
          disabled={total > 0 && loaded === total}
          aria-busy={loading.isPending}
          onClick={() => (loading.isPending ? undefined : loading.mutate())}
        >
          {loading.isPending ? 'Starting …' : 'Load samples'}
        </button>
        {loaded > 0 ? (
          <button
            type="button"
            className="quiet"
            aria-busy={removing.isPending}
            onClick={() => (removing.isPending ? undefined : removing.mutate())}
          >
            {removing.isPending ? 'Removing …' : 'Remove samples'}
          </button>
        ) : null}
        <output className="muted">{samplesText({ loaded, total, removed: removing.data?.removed ?? 0 })}</output>
      </p>
    </div>
  );
}

function samplesText({ loaded, total, removed }: { loaded: number; total: number; removed: number }): string {
  if (loaded > 0) return loaded === total ? 'All are loaded.' : `${loaded} of ${total} are loaded.`;
  return removed > 0 ? `${countOf(removed, 'session')} removed.` : '';
}
