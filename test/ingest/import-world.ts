/** A store, a folder of files, and imports from the one into the other, in this very process. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Person, Role } from '../../server/contract/actor.ts';
import type { HistoryReply } from '../../server/contract/history.ts';
import type { ImportedFile, ImportProgress, ImportReport } from '../../server/contract/import.ts';
import type { Hit } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { NOW_MS, openTestStore, type StoreOptions, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, writer } from '../support/transcripts.ts';

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'scrollback-import-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFile(folder: string, name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

type ImportOptions = {
  readonly nowMs?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
  readonly person?: Person;
  /** Methods that stand in for the store's own. */
  readonly engine?: Partial<Engine>;
};

export class ImportWorld {
  readonly folder = temporaryFolder();
  readonly store: TestStore;
  #person: Person | null = null;

  constructor(options: StoreOptions = {}) {
    this.store = openTestStore(options);
    onTestFinished(() => this.store.close());
  }

  async person(): Promise<Person> {
    this.#person ??= await addTestPerson(this.store.engine, 'someone@example.com');
    return this.#person;
  }

  addPerson(email: string, role: Role = 'member'): Promise<Person> {
    return addTestPerson(this.store.engine, email, role);
  }

  /** A path inside the world's folder. */
  at(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    return writeFile(this.folder, name, content);
  }

  /** Imports the whole folder, or the given paths, for the world's person or another one. */
  async import(paths: readonly string[] = [this.folder], options: ImportOptions = {}): Promise<ImportReport> {
    const { nowMs = NOW_MS, onProgress = () => undefined, signal = new AbortController().signal } = options;
    const scope = writer({ ...this.store.engine, ...options.engine }, options.person ?? (await this.person()));
    return importPaths(
      scope,
      { paths, format: null, restoresDeleted: false, uploadFolder: null },
      { nowMs, onProgress, signal },
    );
  }

  /** All hits of a query, newest first. */
  async search(query: string, person?: Person): Promise<readonly Hit[]> {
    const scope = reader(this.store.engine, person ?? (await this.person()));
    const input = { query, sort: 'newest', group: 'message', limit: 100 } as const;
    return (await searchMessages(scope, input, { nowMs: NOW_MS, signal: null })).results;
  }

  async history(session: string, person?: Person): Promise<HistoryReply> {
    return getHistory(reader(this.store.engine, person ?? (await this.person())), { session, limit: 1000 });
  }

  async sessions(person?: Person): Promise<SessionListReply['sessions']> {
    return (await listSessions(reader(this.store.engine, person ?? (await this.person())), { limit: 200 })).sessions;
  }

  async faults(): Promise<readonly string[]> {
    return (await this.store.engine.check())
      .filter((check) => !check.ok)
      .map((check) => `${check.name}: ${check.detail}`);
  }
}

/** The part of a report about one file. */
export function fileReport(report: ImportReport, name: string): ImportedFile {
  const found = report.files.filter((file) => file.path.endsWith(`/${name}`));
  if (found[0] === undefined || found.length > 1) throw new Error(`The report names ${name} ${found.length} times.`);
  return found[0];
}

export function reasons(file: ImportedFile): readonly string[] {
  return file.skipped.map(({ reason }) => reason);
}
