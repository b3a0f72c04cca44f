import type { MessagePort } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { addPackedFiles } from './add-files.ts';
import type { BulkAnswer, BulkCall, BulkSettings, BulkWork } from './bulk-messages.ts';
import { addPackedEntries } from './entries.ts';
import { fromColumns } from './entry-columns.ts';
import { type Connection, connect } from './open.ts';

/** Stores what comes in, one transaction a message, over a connection of its own, until it is told to end. */
export function serveBulk(port: MessagePort, { file, schemaVersion, secret }: BulkSettings): void {
  const connection = connect(file, { isReadOnly: false, schemaVersion, now: Date.now });
  port.on('message', (call: BulkCall | null) => {
    if (call !== null) return port.postMessage(answerTo(call, (work) => store(connection, secret, work)));
    connection.client.close();
    port.close();
  });
}

function store(connection: Connection, secret: Uint8Array, work: BulkWork): unknown {
  if (work.method === 'addFiles') return addPackedFiles(connection, { ...work.owner, secret }, work.files);
  return addPackedEntries(connection, work.to, { entries: fromColumns(work.columns), blocks: work.blocks });
}

function answerTo({ id, work }: BulkCall, act: (work: BulkWork) => unknown): BulkAnswer {
  try {
    return { type: 'value', id, value: act(work) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const kind = cause instanceof AppError ? cause.kind : null;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
    return { type: 'failure', id, kind, code, message };
  }
}
