import path from 'node:path';
import type { Actor, PersonId } from '../contract/actor.ts';
import type { ImportReport } from '../contract/import.ts';
import type { PushInput } from '../contract/push.ts';
import { PUSH_MARK } from '../engine/append-port.ts';
import { AppError } from '../errors.ts';
import { findCompanions, isCompanionFile } from '../ingest/classify-spooled.ts';
import { type Fit, type Misfit, receivePush } from '../ingest/receive-push.ts';
import { Spool, spooledOf } from '../ingest/spool.ts';
import { PERSON_QUOTA_BYTES } from '../ingest/upload-limits.ts';
import { log } from '../log.ts';
import type { WriteScope } from '../visibility/scope.ts';
import type { JobRunner } from './job-runner.ts';

/** From the first change until the import that takes it in, if no other runs. */
const SETTLE_MS = 400;
/** An import that took so long leaves others so many times as long before the next one of the same place. */
const SHARE = 5;
/** After an import that failed, the next one of the same place waits twice as long each time, at most so long. */
const RETRY_MAX_MS = 300_000;
const RUNNING_OF_ONE_MAX = 8;

type Place = {
  /** Names that changed since the last import began. */
  changed: Set<string>;
  /** Names of those that say something about the others. */
  readonly companions: Promise<Set<string>>;
  timer: NodeJS.Timeout | null;
  isImporting: boolean;
  /** Imports in a row that left something behind. */
  failures: number;
  lastTookMs: number;
  lastEndedMs: number;
};

/** Takes pieces of growing files in, and has the ordinary importer read what changed, soon and not too often. */
export class PushInbox {
  readonly #spool: Spool;
  readonly #jobs: Pick<JobRunner, 'run'>;
  readonly #quotaBytes: number;
  readonly #places = new Map<string, Place>();
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #running = new Map<PersonId, number>();
  readonly #used = new Map<PersonId, number>();

  constructor(folder: string, jobs: Pick<JobRunner, 'run'>, quotaBytes = PERSON_QUOTA_BYTES) {
    this.#spool = new Spool(folder);
    this.#jobs = jobs;
    this.#quotaBytes = quotaBytes;
  }

  /** See `receivePush`. Throws `limited` too when too many pieces of one person come at once. */
  async receive(scope: WriteScope, input: PushInput, bytes: Uint8Array): Promise<Fit | Misfit> {
    const { id } = scope.actor.person;
    const running = this.#running.get(id) ?? 0;
    if (running >= RUNNING_OF_ONE_MAX) throw new AppError('limited', 'Too many files at once. Send this one again.');
    this.#running.set(id, running + 1);
    try {
      // One piece of a file after the other: each is measured by what the one before it left.
      return await this.#inTurn(`${id}/${input.place}/${input.name}`, () => this.#take(scope, input, bytes));
    } finally {
      this.#running.set(id, (this.#running.get(id) ?? 1) - 1);
    }
  }

  /** Starts no more imports; what waits is imported when its file is asked for again. */
  close(): void {
    for (const { timer } of this.#places.values()) if (timer !== null) clearTimeout(timer);
    this.#places.clear();
  }

  async #take(scope: WriteScope, input: PushInput, bytes: Uint8Array): Promise<Fit | Misfit> {
    const { id } = scope.actor.person;
    const received = await receivePush(scope, this.#spool, {
      input,
      bytes,
      spaceLeft: await this.#spaceLeft(scope, bytes),
    });
    if (received.fits) this.#used.set(id, (this.#used.get(id) ?? 0) + received.added);
    const isImported = await this.#isImported(scope, input, received.state.sha256);
    if (received.state.size > 0 && !isImported) await this.#note(scope.actor, input);
    return received;
  }

  /** Copies count when they are larger than what was imported: some of them hold no conversation. */
  async #spaceLeft(scope: WriteScope, bytes: Uint8Array): Promise<number> {
    const { id } = scope.actor.person;
    const noted = this.#used.get(id) ?? Number.POSITIVE_INFINITY;
    const isTight = noted + bytes.byteLength > this.#quotaBytes;
    const used = isTight ? await this.#spool.usage(id) : noted;
    this.#used.set(id, used);
    return this.#quotaBytes - Math.max(used, await scope.engine.storedBytes(id));
  }

  /** A server that was killed before the import is told by the next question about the file. */
  async #isImported(scope: WriteScope, { place, name }: PushInput, sha256: string): Promise<boolean> {
    const source = await scope.engine.findSource(scope.actor.person.id, `${PUSH_MARK}${place}/${name}`);
    return source?.sha256 === sha256;
  }

  async #note(actor: Actor, input: PushInput): Promise<void> {
    const { id: ownerId } = actor.person;
    const folder = this.#spool.folderOf({ ownerId, place: input.place });
    const place = this.#places.get(folder) ?? newPlace(folder);
    this.#places.set(folder, place);
    const isCompanion = await isCompanionFile(this.#spool.pathOf({ ownerId, place: input.place, name: input.name }));
    if (isCompanion) (await place.companions).add(input.name);
    place.changed.add(input.name);
    if (place.failures > 0 && place.timer !== null) clearTimeout(place.timer);
    if (place.failures > 0) Object.assign(place, { failures: 0, timer: null });
    this.#schedule(actor, folder, place);
  }

  #schedule(actor: Actor, folder: string, place: Place): void {
    // One that was closed meanwhile starts nothing.
    if (this.#places.get(folder) !== place) return;
    if (place.isImporting || place.timer !== null || place.changed.size === 0) return;
    const restMs = place.lastEndedMs + SHARE * place.lastTookMs - Date.now();
    const retryMs = Math.min(RETRY_MAX_MS, SETTLE_MS * 2 ** place.failures);
    const wait = Math.max(retryMs, Math.min(restMs, SHARE * place.lastTookMs));
    place.timer = setTimeout(() => {
      place.timer = null;
      void this.#import(actor, folder, place);
    }, wait);
    place.timer.unref();
  }

  async #import(actor: Actor, folder: string, place: Place): Promise<void> {
    const startedMs = performance.now();
    const changed = [...place.changed];
    place.changed = new Set();
    place.isImporting = true;
    let left: readonly string[] = changed;
    try {
      const companions = await place.companions;
      // What a companion says may concern every file beside it.
      const isWide = changed.some((name) => companions.has(name));
      const files = isWide ? null : await this.#stillThere(actor, folder, new Set([...changed, ...companions]));
      const { id, email } = actor.person;
      const report = await this.#jobs.run(id, { job: 'import-push', email, folder, files });
      await this.#removeDeleted(actor, report);
      // What else is written to a session stops an import of it, and nobody may ask again.
      left = failedNames(actor, report);
    } catch (cause) {
      log.failure('pushed files not imported', cause, { files: changed.length });
    } finally {
      for (const name of left) place.changed.add(name);
      place.failures = left.length > 0 ? place.failures + 1 : 0;
      place.isImporting = false;
      place.lastTookMs = performance.now() - startedMs;
      place.lastEndedMs = Date.now();
      this.#schedule(actor, folder, place);
    }
  }

  /** Without those whose session was deleted meanwhile: an import of what is not there fails whole. */
  async #stillThere({ person }: Actor, folder: string, names: Iterable<string>): Promise<readonly string[]> {
    const there: string[] = [];
    for (const name of names) {
      const file = { ownerId: person.id, place: path.basename(folder), name };
      if ((await this.#spool.state(file)).size > 0) there.push(name);
    }
    return there;
  }

  /** What a person deleted leaves no copy here either. */
  async #removeDeleted({ person }: Actor, report: ImportReport): Promise<void> {
    for (const { status, path } of report.files) {
      const file = status === 'deleted earlier, not brought back' ? spooledOf(person.id, path) : null;
      if (file !== null) await this.#spool.remove(file);
    }
  }

  async #inTurn<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(key) ?? Promise.resolve();
    const now = before.then(act, act);
    this.#queues.set(key, now);
    try {
      return await now;
    } finally {
      if (this.#queues.get(key) === now) this.#queues.delete(key);
    }
  }
}

function newPlace(folder: string): Place {
  return {
    changed: new Set(),
    companions: companionsIn(folder),
    timer: null,
    isImporting: false,
    failures: 0,
    lastTookMs: 0,
    lastEndedMs: 0,
  };
}

/** Never fails: nobody waits for it yet. */
async function companionsIn(folder: string): Promise<Set<string>> {
  try {
    return new Set(await findCompanions(folder));
  } catch (cause) {
    log.failure('companions of pushed files not read', cause);
    return new Set();
  }
}

function failedNames({ person }: Actor, report: ImportReport): readonly string[] {
  return report.files.flatMap(({ status, path: source }) =>
    status === 'failed' ? (spooledOf(person.id, source)?.name ?? []) : [],
  );
}
