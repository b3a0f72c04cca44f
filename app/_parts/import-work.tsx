'use client';

import type { ShownJob } from '../../server/contract/source.ts';
import { errorText } from '../_trpc/client.ts';
import { type ImportJobs, WORK_ID } from './import-jobs.ts';
import { ImportProgressBar } from './import-progress.tsx';
import { ImportReportView } from './import-report.tsx';
import { groupReport, summaryText } from './import-report-groups.ts';
import './import.css';
import { Time } from './time.tsx';

const WORK: Readonly<Record<ShownJob['work'], string>> = {
  import: 'Import from this server',
  upload: 'Upload',
  samples: 'Samples',
  delete: 'Deletion',
};

/** Imports under way, and what those of the last hour brought. */
export function ImportWork({ jobs }: { readonly jobs: ImportJobs }) {
  const { running, ended, problem, isInterrupted } = jobs;
  const hasWork = running.length > 0 || ended.length > 0 || isInterrupted || problem !== null;
  return (
    <section id={WORK_ID} className="import-work" hidden={!hasWork} aria-labelledby="import-work-title">
      <h2 id="import-work-title">Imports of the last hour</h2>
      <output className="visually-hidden">{statusText(jobs)}</output>
      {problem === null ? null : (
        <p className="problem" role="alert">
          Imports under way could not be shown. {errorText(problem)} What runs goes on.
        </p>
      )}
      {isInterrupted ? (
        <p className="note">
          The server was started anew and ended an import. What was imported until then is searchable. Import again: it
          goes on where it stopped.
        </p>
      ) : null}
      {running.length > 0 ? <p className="muted">They go on when you leave this page.</p> : null}
      {running.map((job, index) => (
        <ImportProgressBar
          key={job.jobId}
          job={job}
          title={WORK[job.work]}
          isWaiting={index > 0}
          pace={index === 0 ? jobs.pace : null}
        />
      ))}
      {ended.map((job, index) => (
        <EndedJob key={job.jobId} job={job} isOpen={index === 0 && running.length === 0} />
      ))}
    </section>
  );
}

function EndedJob({ job, isOpen }: { readonly job: ShownJob; readonly isOpen: boolean }) {
  return (
    <details className="import-ended" open={isOpen}>
      <summary>
        {WORK[job.work]}: {outcomeText(job)}
        {job.endedAtMs === null ? null : (
          <span className="muted">
            {' · '}
            <Time ms={job.endedAtMs} as="age" />
          </span>
        )}
      </summary>
      {job.failure === null ? null : <p className="note">{job.failure}</p>}
      {job.report === null ? null : <ImportReportView report={job.report} work={job.work} />}
    </details>
  );
}

function outcomeText(job: ShownJob): string {
  if (job.report !== null) return summaryText(groupReport(job.report));
  return job.failure === null ? 'done' : 'stopped';
}

/** Said aloud when something begins or ends, not at every step. */
function statusText({ running, ended }: ImportJobs): string {
  if (running.length > 0)
    return running.length === 1 ? 'An import is running.' : `${running.length} imports are running.`;
  const [newest] = ended;
  return newest === undefined ? '' : `${WORK[newest.work]} ended: ${outcomeText(newest)}.`;
}
