'use client';

import { Upload } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatBytes, formatCount } from './format-number.ts';
import { VisibleText } from './visible-text.tsx';
import './import.css';
import { useFileDrop } from './import-file-drop.ts';
import { useWorkShown } from './import-jobs.ts';
import { cancelUploads, startUploads, type Uploads, useUploads } from './import-uploads.ts';

/** Files from the viewer's own machine: chosen, or dropped here. */
export function ImportUpload({ restoresDeleted }: { readonly restoresDeleted: boolean }) {
  const onStarted = useWorkShown();
  const uploads = useUploads();
  const picker = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const send = (files: readonly File[]): void => {
    if (files.length > 0) void startUploads({ files, restoresDeleted, onStarted });
  };
  const { isOver, folderName } = useFileDrop(box, send);
  return (
    <div ref={box} className={isOver ? 'import-drop is-over' : 'import-drop'}>
      <p className="import-actions">
        <button type="button" aria-describedby={hintId} onClick={() => picker.current?.click()}>
          <Upload size={16} aria-hidden />
          Choose files
        </button>
        or drop them here
      </p>
      <p className="muted" id={hintId}>
        Transcripts, or a ZIP of a folder with transcripts: up to 1 GB each. Files that belong together go into one ZIP,
        such as OpenClaw’s sessions.json and its transcripts.
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          send([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
      {folderName === null ? null : (
        <p className="problem" role="alert">
          “{folderName}” is a folder. Make a ZIP of it, and drop that.
        </p>
      )}
      <UploadState uploads={uploads} />
    </div>
  );
}

function UploadState({ uploads }: { readonly uploads: Uploads }) {
  const { current, filesDone, filesTotal, bytesSent, bytesTotal, problems } = uploads;
  return (
    <>
      {current === null ? null : (
        <div className="import-running">
          <p className="import-running-head">
            <strong>
              Sending {formatCount(filesDone + 1)} of {formatCount(filesTotal)}
            </strong>
            <button type="button" onClick={cancelUploads}>
              Cancel
            </button>
          </p>
          <progress aria-label="Upload" value={bytesSent} max={Math.max(1, bytesTotal)} />
          <p className="muted cut">
            {formatBytes(bytesSent)} of {formatBytes(bytesTotal)} ·{' '}
            <bdi>
              <VisibleText text={current} />
            </bdi>
          </p>
          <p className="muted">Keep this tab open until they are sent.</p>
        </div>
      )}
      <div aria-live="polite">
        {problems.length === 0 ? null : (
          <ul className="problem">
            {problems.map(({ name, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and lines are only added
              <li key={index}>
                <bdi>
                  <VisibleText text={name} />
                </bdi>
                : {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
