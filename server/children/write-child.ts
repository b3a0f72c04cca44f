import type { Job, JobMessage, LiveWork } from '../engine/child-messages.ts';
import { log } from '../log.ts';
import { runJobAccessUnchecked } from '../operate/run-job.ts';
import { runLive } from '../operate/run-live.ts';
import { isBusy } from '../operate/steps-to-end.ts';
import { answer, failure } from './answer.ts';
import { openChildEngine } from './open-child-engine.ts';

/** The writer: does the long work of the server, one job after the other, and tells how far it is. */
const engine = openChildEngine({ isReadOnly: false });
const aborts = new Map<number, AbortController>();
let queue: Promise<void> = Promise.resolve();
let liveQueue: Promise<void> = Promise.resolve();
const UPKEEP_RETRIES_MAX = 100;
const UPKEEP_RETRY_MS = 1000;

process.on('message', (message: JobMessage) => {
  if (message.type === 'cancel') {
    aborts.get(message.id)?.abort();
    return;
  }
  if (message.type === 'live') {
    liveQueue = liveQueue.then(() => workLive(message.id, message.work));
    return;
  }
  const abort = new AbortController();
  aborts.set(message.id, abort);
  queue = queue.then(() => work(message.id, message.job, abort.signal));
});
process.on('disconnect', () => process.exit(0));
answer({ type: 'ready' });
queueUpkeep(0);

/** What an older version left to be indexed: step by step, behind the jobs that wait, so that none waits for long. */
function queueUpkeep(retries: number): void {
  queue = queue.then(async () => {
    try {
      const { isDone } = await engine.fillToolsStep();
      if (!isDone) queueUpkeep(0);
    } catch (cause) {
      if (isBusy(cause) && retries < UPKEEP_RETRIES_MAX) setTimeout(() => queueUpkeep(retries + 1), UPKEEP_RETRY_MS);
      else log.failure('tool calls not indexed', cause);
    }
  });
}

async function work(id: number, job: Job, signal: AbortSignal): Promise<void> {
  try {
    const control = { nowMs: Date.now(), signal, onProgress: everySoOften(id) };
    answer({ type: 'value', id, value: await runJobAccessUnchecked(engine, job, control) });
  } catch (cause) {
    answer(failure(id, cause));
  } finally {
    aborts.delete(id);
  }
}

async function workLive(id: number, live: LiveWork): Promise<void> {
  try {
    answer({ type: 'value', id, value: await runLive(engine, live) });
  } catch (cause) {
    answer(failure(id, cause));
  }
}

const PROGRESS_EVERY_MS = 100;

function everySoOften(id: number): Parameters<typeof runJobAccessUnchecked>[2]['onProgress'] {
  let sentMs = 0;
  return (progress) => {
    if (Date.now() - sentMs < PROGRESS_EVERY_MS) return;
    sentMs = Date.now();
    answer({ type: 'progress', id, progress });
  };
}
