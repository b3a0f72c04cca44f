'use client';

import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import type { ImportedFile, ImportReport, ImportStatus } from '../../server/contract/import.ts';
import type { ShownJob } from '../../server/contract/source.ts';
import { errorText } from '../_trpc/client.ts';
import { countOf, formatCount } from './format-number.ts';
import { useServerImport } from './import-jobs.ts';
import { groupReport, type ReasonGroup } from './import-report-groups.ts';
import { VisibleText } from './visible-text.tsx';

const SHOWN_AT_FIRST = 50;
/** Of these the session is there to be opened. */
const IN_STORE: ReadonlySet<ImportStatus> = new Set(['added', 'updated', 'unchanged']);

type ImportReportViewProps = { readonly report: ImportReport; readonly work: ShownJob['work'] };

/** What became of each file, by what became of it. */
export function ImportReportView({ report, work }: ImportReportViewProps) {
  const groups = groupReport(report);
  return (
    <div className="import-report">
      <p>
        {countOf(report.files.length, 'file')}, {countOf(report.sessions, 'session')}.
        {groups.companions.length === 0
          ? null
          : ` ${countOf(groups.companions.length, 'file')} told about others and ${groups.companions.length === 1 ? 'was' : 'were'} used.`}
      </p>
      <Group title="Failed" files={groups.failed} isOpen>
        {(file) => file.skipped.map(({ reason }) => reason).join('; ')}
      </Group>
      <Deleted files={groups.deleted} work={work} />
      <Reasons title="Left out" groups={groups.skipped} unit="file" />
      <Reasons title="Notes on records" groups={groups.issues} unit="record" />
      <Group title="Added" files={groups.added} isOpen={groups.added.length <= 10}>
        {recordsOf}
      </Group>
      <Group title="Updated" files={groups.updated} isOpen={groups.updated.length <= 10}>
        {(file) => `${countOf(file.added, 'new record')} · ${recordsOf(file)}`}
      </Group>
      <Group title="Unchanged" files={groups.unchanged}>
        {recordsOf}
      </Group>
    </div>
  );
}

function recordsOf({ messages, entries }: ImportedFile): string {
  return `${countOf(messages, 'message')}, ${countOf(entries, 'record')}`;
}

type GroupProps = {
  readonly title: string;
  readonly files: readonly ImportedFile[];
  readonly isOpen?: boolean;
  readonly children: (file: ImportedFile) => string;
};

function Group({ title, files, isOpen = false, children }: GroupProps) {
  if (files.length === 0) return null;
  return (
    <details className="import-group" open={isOpen}>
      <summary>
        {title} ({formatCount(files.length)})
      </summary>
      <Files files={files}>{children}</Files>
    </details>
  );
}

function Files({ files, children }: Pick<GroupProps, 'files' | 'children'>) {
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? files : files.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className="import-files">
        {shown.map((file) => (
          <li key={file.path}>
            <code>
              <bdi>
                <VisibleText text={file.path} />
              </bdi>
            </code>
            <span className="muted"> {children(file)}</span>
            {file.sessionKey === null || !IN_STORE.has(file.status) ? null : (
              <>
                {' '}
                <Link href={`/sessions/${encodeURIComponent(file.sessionKey)}`}>open the session</Link>
                {file.sessionKeys.length > 1 ? (
                  <span className="muted"> and {formatCount(file.sessionKeys.length - 1)} more</span>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
      {shown.length < files.length ? (
        <button type="button" className="quiet" onClick={() => setAreAllShown(true)}>
          Show all {formatCount(files.length)}
        </button>
      ) : null}
    </>
  );
}

type ReasonsProps = {
  readonly title: string;
  readonly groups: readonly ReasonGroup[];
  readonly unit: 'file' | 'record';
};

function Reasons({ title, groups, unit }: ReasonsProps) {
  if (groups.length === 0) return null;
  return (
    <section className="import-reasons">
      <h3>{title}</h3>
      {groups.map(({ reason, count, files }) => (
        <details key={reason} className="import-group">
          <summary>
            {reason} <span className="muted">({countOf(count, unit)})</span>
          </summary>
          <Files files={files}>{(file) => lineOf(file, reason)}</Files>
        </details>
      ))}
    </section>
  );
}

function lineOf(file: ImportedFile, reason: string): string {
  const line = file.skipped.find((each) => each.reason === reason)?.line;
  return line === undefined ? '' : `first at line ${formatCount(line)}`;
}

/** Files of sessions that were deleted here. Those of the server's disk can be read again at once. */
function Deleted({ files, work }: { readonly files: readonly ImportedFile[]; readonly work: ShownJob['work'] }) {
  const restoring = useServerImport();
  if (files.length === 0) return null;
  const isOnServer = work === 'import';
  let wayOut: ReactNode = ' To bring them back, upload them again and tick “Bring back what was deleted”.';
  if (isOnServer) {
    const paths = files.map(({ path }) => path);
    wayOut = (
      <button
        type="button"
        aria-busy={restoring.isPending}
        onClick={() => (restoring.isPending ? undefined : restoring.mutate({ paths, restoresDeleted: true }))}
      >
        {restoring.isPending ? 'Starting …' : 'Restore deleted'}
      </button>
    );
  }
  return (
    <section className="import-reasons">
      <h3>Deleted earlier, not brought back ({formatCount(files.length)})</h3>
      <p>
        Sessions of {files.length === 1 ? 'this file' : 'these files'} were deleted here, so the import left them out.{' '}
        {wayOut}
      </p>
      {restoring.isError ? (
        <p className="problem" role="alert">
          {errorText(restoring.error)}
        </p>
      ) : null}
      <Files files={files}>{() => ''}</Files>
    </section>
  );
}
