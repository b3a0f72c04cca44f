import type { DoctorCheck } from '../../server/contract/doctor.ts';
import type { HistoryReply } from '../../server/contract/history.ts';
import type { Hit } from '../../server/contract/search.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { DEFINITION } from '../support/test-store.ts';
import { reader } from '../support/transcripts.ts';

/** What its owner reads of a session: its place in the list, its history, and all that a search in it finds. */
export type StoredSession = {
  readonly title: string | null;
  readonly counts: readonly number[];
  readonly history: HistoryReply['messages'];
  readonly hits: readonly Omit<Hit, 'sessionId'>[];
};

export type StoreReading = {
  readonly sessions: ReadonlyMap<string, StoredSession>;
  readonly checks: readonly DoctorCheck[];
};

/** All sessions of a data folder by key, as the first owner sees them, and what `doctor` says of it. */
export async function readStore(dataDir: string): Promise<StoreReading> {
  const file = databaseFile(dataDir);
  migrate(file, DEFINITION);
  const engine = openLocalEngine({
    file,
    definition: DEFINITION,
    isReadOnly: false,
    readParts: recordParts,
    readToolText: recordToolText,
    secret: readStoreSecret(dataDir),
    now: Date.now,
  });
  try {
    const owner = await engine.findFirstOwner();
    const checks = await engine.check();
    if (owner === null) return { sessions: new Map(), checks };
    const scope = reader(engine, owner);
    const found = new Map<string, StoredSession>();
    for (const { sessionKey, title, messages, entries } of (await listSessions(scope, { limit: 200 })).sessions) {
      const ask = { query: `session:${sessionKey} branch:any`, group: 'message', limit: 100 } as const;
      const { results } = await searchMessages(scope, ask, { nowMs: 0, signal: null });
      const history = await getHistory(scope, { session: sessionKey, limit: 1000 });
      found.set(sessionKey, {
        title,
        counts: [messages, entries],
        history: history.messages,
        hits: results.map(({ sessionId: _, ...hit }) => hit),
      });
    }
    return { sessions: new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))), checks };
  } finally {
    await engine.close();
  }
}
