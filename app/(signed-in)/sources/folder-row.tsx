'use client';

import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import type { SourceFolder } from '../../../server/contract/source.ts';
import { countOf, formatBytes } from '../../_parts/format-number.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import { useServerImport } from '../../_parts/import-jobs.ts';
import { Time } from '../../_parts/time.tsx';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText } from '../../_trpc/client.ts';
import { FileList } from './file-list.tsx';
import { folderName, importCommand } from './folder-words.ts';

type FolderRowProps = { readonly folder: SourceFolder; readonly isOpen: boolean; readonly onToggle: () => void };

/** One folder on one line; open, its files and how to import it again. */
export function FolderRow({ folder, isOpen, onToggle }: FolderRowProps) {
  const filesId = useId();
  const again = useServerImport();
  return (
    <li className="source-item">
      <div className="source-row">
        <button
          type="button"
          className="quiet source-opener"
          aria-expanded={isOpen}
          aria-controls={isOpen ? filesId : undefined}
          onClick={onToggle}
        >
          <ChevronRight size={16} aria-hidden />
          <bdi>
            <VisibleText text={folderName(folder.folder)} />
          </bdi>
        </button>
        <span className="muted">{countOf(folder.files, 'file')}</span>
        <span className="muted">{formatBytes(folder.byteSize)}</span>
        <span className="muted">{countOf(folder.sessions, 'session')}</span>
        <State folder={folder} />
        <span className="muted source-time">
          {folder.importedAtMs === null ? 'not finished' : <Time ms={folder.importedAtMs} as="age" />}
        </span>
        <span className="source-again">
          {folder.canImportAgain ? <AgainButton folder={folder.folder} again={again} /> : null}
        </span>
      </div>
      {again.isError ? (
        <p className="problem" role="alert">
          {errorText(again.error)}
        </p>
      ) : null}
      {isOpen ? (
        <div id={filesId} className="source-files">
          {folder.canImportAgain ? null : <WayAgain folder={folder.folder} />}
          <FileList folder={folder.folder} />
        </div>
      ) : null}
    </li>
  );
}

type AgainButtonProps = { readonly folder: string; readonly again: ReturnType<typeof useServerImport> };

function AgainButton({ folder, again }: AgainButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Import ${writeMarksOut(folder)} again`}
      aria-busy={again.isPending}
      onClick={() => (again.isPending ? undefined : again.mutate({ paths: [folder], restoresDeleted: false }))}
    >
      {again.isPending ? 'Starting …' : 'Import again'}
    </button>
  );
}

function State({ folder: { problems } }: { readonly folder: SourceFolder }) {
  return problems === 0 ? (
    <span className="source-state is-ok">
      <CircleCheck size={16} aria-hidden />
      all imported
    </span>
  ) : (
    <span className="source-state is-warn">
      <CircleAlert size={16} aria-hidden />
      {problems === 1 ? '1 file has notes' : `${problems} files have notes`}
    </span>
  );
}

/** How to bring in what is new, where this page cannot. */
function WayAgain({ folder }: { readonly folder: string }) {
  const command = importCommand(folder);
  if (command === null) return <p className="muted">To bring in what is new, load or upload these files again.</p>;
  return (
    <div className="muted">
      <p>This page cannot read the folder. On its machine, this brings in what is new:</p>
      <pre className="command">
        <code>
          <VisibleText text={command} />
        </code>
      </pre>
    </div>
  );
}
