'use client';

import { useSyncExternalStore } from 'react';
import { UPLOAD_MAX_BYTES } from './import-limits.ts';
import { sendFile } from './import-send-file.ts';

type UploadProblem = { readonly name: string; readonly message: string };

export type Uploads = {
  /** Name of the file that is being sent; null when nothing is. */
  readonly current: string | null;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesSent: number;
  readonly bytesTotal: number;
  /** Of the last files that were chosen. */
  readonly problems: readonly UploadProblem[];
};

const IDLE: Uploads = { current: null, filesDone: 0, filesTotal: 0, bytesSent: 0, bytesTotal: 0, problems: [] };

// Of the tab, not of a component: files go on being sent while other pages of the app are looked at.
let uploads = IDLE;
let waiting: { readonly file: File; readonly restoresDeleted: boolean }[] = [];
let aborter = new AbortController();
const listeners = new Set<() => void>();

export function useUploads(): Uploads {
  return useSyncExternalStore(
    subscribe,
    () => uploads,
    () => IDLE,
  );
}

type Choice = {
  readonly files: readonly File[];
  readonly restoresDeleted: boolean;
  /** Called for each file whose import has been started. */
  readonly onStarted: () => void;
};

/** Sends files one after the other, behind those that are being sent. */
export async function startUploads({ files, restoresDeleted, onStarted }: Choice): Promise<void> {
  const isIdle = uploads.current === null;
  const fitting = files.filter((file) => file.size <= UPLOAD_MAX_BYTES);
  const tooLarge = files
    .filter((file) => file.size > UPLOAD_MAX_BYTES)
    .map(({ name }) => ({ name, message: TOO_LARGE }));
  const base = isIdle ? IDLE : uploads;
  waiting.push(...fitting.map((file) => ({ file, restoresDeleted })));
  change({
    ...base,
    filesTotal: base.filesTotal + fitting.length,
    bytesTotal: base.bytesTotal + fitting.reduce((sum, { size }) => sum + size, 0),
    problems: [...base.problems, ...tooLarge],
  });
  if (!isIdle) return;
  window.addEventListener('beforeunload', askBeforeLeaving);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await sendOne(next, onStarted);
  window.removeEventListener('beforeunload', askBeforeLeaving);
  change({ ...uploads, current: null });
}

/** Stops what is being sent, and drops what waits. Files that are there already are imported. */
export function cancelUploads(): void {
  const dropped = waiting.map(({ file }) => ({ name: file.name, message: 'Cancelled: not sent.' }));
  waiting = [];
  change({ ...uploads, problems: [...uploads.problems, ...dropped] });
  aborter.abort();
  aborter = new AbortController();
}

const TOO_LARGE =
  'This file is larger than 1 GB, which is the most that can be uploaded. Split it, or import it from the command line.';

async function sendOne(
  { file, restoresDeleted }: { file: File; restoresDeleted: boolean },
  onStarted: () => void,
): Promise<void> {
  const before = uploads.bytesSent;
  change({ ...uploads, current: file.name });
  const message = await sendFile(file, {
    restoresDeleted,
    signal: aborter.signal,
    onSent: (bytes) => change({ ...uploads, bytesSent: before + Math.min(bytes, file.size) }),
  });
  const problems = message === null ? uploads.problems : [...uploads.problems, { name: file.name, message }];
  change({ ...uploads, filesDone: uploads.filesDone + 1, bytesSent: before + file.size, problems });
  if (message === null) onStarted();
}

function change(next: Uploads): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
