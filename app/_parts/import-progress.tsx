'use client';

import { useMutation } from '@tanstack/react-query';
import type { ImportProgress } from '../../server/contract/import.ts';
import type { ShownJob } from '../../server/contract/source.ts';
import { errorText, useTRPC } from '../_trpc/client.ts';
import { countOf, formatBytes, formatCount } from './format-number.ts';
import { writeMarksOut } from './hidden-marks.ts';
import { VisibleText } from './visible-text.tsx';

type ImportProgressBarProps = {
  readonly job: ShownJob;
  readonly title: string;
  /** Others are done first. */
  readonly isWaiting: boolean;
  /** Null while it is not known. */
  readonly pace: string | null;
};

/** How far one import is, how fast it goes, and a way to stop it. */
export function ImportProgressBar({ job, title, isWaiting, pace }: ImportProgressBarProps) {
  const trpc = useTRPC();
  const cancel = useMutation(trpc.sources.cancel.mutationOptions());
  const isStopping = cancel.isPending || cancel.isSuccess;
  const { progress } = job;
  const words = progress === null ? (isWaiting ? 'waits for its turn' : 'looks for files') : filesText(progress);
  return (
    <div className="import-running">
      <p className="import-running-head">
        <strong>
          {title}: {words}
        </strong>
        <button
          type="button"
          aria-busy={isStopping}
          onClick={() => (isStopping ? undefined : cancel.mutate({ jobId: job.jobId }))}
        >
          {isStopping ? 'Stopping …' : 'Cancel'}
        </button>
      </p>
      {isWaiting ? null : <Bar title={title} progress={progress} pace={pace} />}
      {cancel.isError ? (
        <p className="problem" role="alert">
          {errorText(cancel.error)}
        </p>
      ) : null}
    </div>
  );
}

type BarProps = Pick<ImportProgressBarProps, 'title' | 'pace'> & { readonly progress: ImportProgress | null };

/** Keeps its lines while there is nothing to say, so that nothing jumps. */
function Bar({ title, progress, pace }: BarProps) {
  if (progress === null) return <progress aria-label={title} />;
  const { bytesDone, bytesTotal, path } = progress;
  return (
    <>
      <progress aria-label={title} value={bytesDone} max={Math.max(1, bytesTotal)} />
      <p className="muted import-pace">
        {formatBytes(bytesDone)} of {formatBytes(bytesTotal)}
        {pace === null ? '' : ` · ${pace}`}
      </p>
      <p className="muted import-path cut" title={writeMarksOut(path)}>
        <bdi>
          <VisibleText text={path} />
        </bdi>
      </p>
    </>
  );
}

function filesText({ filesDone, filesTotal }: ImportProgress): string {
  return `${formatCount(filesDone)} of ${countOf(filesTotal, 'file')}`;
}
