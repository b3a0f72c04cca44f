import { parentPort, workerData } from 'node:worker_threads';
import type { BulkSettings } from '../engine/sqlite/bulk-messages.ts';
import { serveBulk } from '../engine/sqlite/serve-bulk.ts';

/** Of a process that imports: stores what that process has read. */
if (parentPort === null) throw new TypeError('This file is a thread of an import, not a program.');
serveBulk(parentPort, workerData as BulkSettings);
