/** Imports damaged files into a store, the one owner's and then the other's, and judges what came of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from '../../server/contract/actor.ts';
import type { ImportedFile } from '../../server/contract/import.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { type ReadScope, readScope, writeScope } from '../../server/visibility/scope.ts';
import { type FaultInput, OWNER_WORDS, type OwnerAt } from './fault-inputs.ts';

export type FaultPlace = {
  readonly engine: Engine;
  readonly people: readonly [Person, Person];
  readonly folder: string;
  readonly nowMs: number;
};

/** `whole`: every record is stored. `part` and `none`: some or all are not, and the report says why. */
export type InputVerdict = { readonly index: number; readonly outcome: 'whole' | 'part' | 'none' | 'silent loss' };

export type BatchVerdict = {
  readonly inputs: readonly InputVerdict[];
  /** What is with the wrong person, or visible to one; in words. */
  readonly wrongOwner: readonly string[];
  /** Keys of sessions whose stored records are not what the files hold. */
  readonly unverified: readonly string[];
};

/** `onStep` is called at each file and each session, so that whoever watches sees that it goes on. */
export async function importFaults(
  place: FaultPlace,
  inputs: readonly FaultInput[],
  onStep: () => void,
): Promise<BatchVerdict> {
  const [first, second] = [new Side(place, 0, onStep), new Side(place, 1, onStep)];
  await first.import(inputs.filter(({ owner }) => owner === 0));
  const before = await first.reading();
  await second.import(inputs.filter(({ owner }) => owner === 1));
  const after = await first.reading();
  const sides = [
    [first, second],
    [second, first],
  ] as const;
  const wrongOwner = after === before ? [] : ['the second person’s import changed what the first one reads'];
  for (const [side, other] of sides) wrongOwner.push(...(await side.trespasses(other)));
  await first.verify();
  await second.verify();
  return {
    inputs: [first, second].flatMap((side) => side.verdicts()).toSorted((a, b) => a.index - b.index),
    wrongOwner: [...wrongOwner, ...first.foreignPaths(), ...second.foreignPaths()],
    unverified: [...first.unverified, ...second.unverified],
  };
}

type Session = { readonly sessionId: string; readonly sessionKey: string };

/** One person's part of a batch. */
class Side {
  readonly unverified: string[] = [];
  readonly #place: FaultPlace;
  readonly #owner: OwnerAt;
  readonly #onStep: () => void;
  readonly #folder: string;
  readonly #scope: ReadScope;
  #inputs: readonly { input: FaultInput; bytes: Uint8Array; report: ImportedFile | undefined }[] = [];
  #sessions: readonly Session[] = [];
  readonly #storedByPath = new Map<string, number>();

  constructor(place: FaultPlace, owner: OwnerAt, onStep: () => void) {
    this.#place = place;
    this.#owner = owner;
    this.#onStep = onStep;
    this.#folder = path.join(place.folder, `owner-${owner}`);
    this.#scope = readScope(place.engine, { type: 'person', person: place.people[owner] });
  }

  async import(inputs: readonly FaultInput[]): Promise<void> {
    const written = inputs.map((input) => ({ input, bytes: this.#write(input) }));
    const { engine, people, nowMs } = this.#place;
    const report = await importPaths(
      writeScope(engine, { type: 'person', person: people[this.#owner] }),
      {
        paths: written.map(({ input }) => this.#pathOf(input)),
        format: null,
        restoresDeleted: false,
        uploadFolder: null,
      },
      { nowMs, signal: new AbortController().signal, onProgress: this.#onStep },
    );
    const byPath = new Map(report.files.map((file) => [file.path, file]));
    this.#inputs = written.map((each) => ({ ...each, report: byPath.get(this.#pathOf(each.input)) }));
    const keys = new Set(report.files.flatMap((file) => file.sessionKeys));
    const found = await Promise.all([...keys].map((key) => engine.findSessions(this.#scope.reach, key)));
    this.#sessions = found.flat().filter(({ sessionKey }) => keys.has(sessionKey));
  }

  #pathOf(input: FaultInput): string {
    return path.join(this.#folder, input.name);
  }

  #write(input: FaultInput): Uint8Array {
    const file = this.#pathOf(input);
    const bytes = input.bytes();
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return bytes;
  }

  /** All that the person reads of the batch's sessions. */
  async reading(): Promise<string> {
    const pages: unknown[] = [];
    for (const { sessionId } of this.#sessions) {
      this.#onStep();
      pages.push(await getHistory(this.#scope, { session: sessionId, limit: 1000 }));
    }
    return JSON.stringify(pages);
  }

  async trespasses(other: Side): Promise<readonly string[]> {
    const query = `branch:any ${OWNER_WORDS[other.#owner]}`;
    const { nowMs } = this.#place;
    const { results } = await searchMessages(this.#scope, { query, limit: 5 }, { nowMs, signal: null });
    const found = results.map((hit) => `${hit.sessionKey} shows the other person’s words`);
    for (const { sessionId, sessionKey } of this.#sessions) {
      this.#onStep();
      const seen = await this.#place.engine.findSessions(other.#scope.reach, sessionId);
      if (seen.length > 0) found.push(`${sessionKey} is visible to the other person`);
    }
    return found;
  }

  async verify(): Promise<void> {
    for (const { sessionId, sessionKey } of this.#sessions) {
      this.#onStep();
      const { ok, files } = await verifySession(this.#scope, sessionId);
      if (!ok) this.unverified.push(sessionKey);
      for (const { path: file, records, replaced } of files)
        this.#storedByPath.set(file, (this.#storedByPath.get(file) ?? 0) + records + replaced);
    }
  }

  foreignPaths(): readonly string[] {
    return [...this.#storedByPath.keys()]
      .filter((file) => !file.startsWith(`${this.#folder}/`))
      .map((file) => `${file} is another person’s`);
  }

  verdicts(): readonly InputVerdict[] {
    return this.#inputs.map(({ input, bytes, report }) => {
      const stored = this.#storedByPath.get(this.#pathOf(input)) ?? 0;
      return { index: input.index, outcome: outcomeOf({ lines: countLines(bytes), stored, report }) };
    });
  }
}

function outcomeOf(of: { lines: number; stored: number; report: ImportedFile | undefined }): InputVerdict['outcome'] {
  const { lines, stored, report } = of;
  if (lines > 0 && stored >= lines) return 'whole';
  const reasons = report?.skipped ?? [];
  const isRefused = report?.status === 'skipped' || report?.status === 'failed';
  const told = reasons.reduce((sum, { count }) => sum + count, 0);
  // A file that is refused is so as a whole, with one reason.
  if (isRefused ? stored > 0 || reasons.length === 0 : stored + told < lines) return 'silent loss';
  return stored === 0 ? 'none' : 'part';
}

/** Lines that hold more than white space; a byte order mark in front is not seen as content. Counted in its own way. */
function countLines(bytes: Uint8Array): number {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  return text.split('\n').filter((line) => /[^ \t\r]/.test(line)).length;
}
