import type { DoctorCheck } from '../../contract/doctor.ts';
import { SEGMENTER_VERSION } from '../../text/index-terms.ts';
import { isIndexSound } from './index-state.ts';
import type { Connection } from './open.ts';
import { pendingPurges } from './purge.ts';
import { readFact } from './store-facts.ts';
import { readToolIndexState } from './tool-index-state.ts';

const TRIGGERS = ['entry_index_delete', 'entry_index_insert', 'entry_index_update', 'entry_tools_delete'];

/** Health of the store. */
export function checkStore(connection: Connection): readonly DoctorCheck[] {
  // First: the check of pages believes what FTS5 remembers of the index, and takes what others wrote since for damage.
  const index = checkIndex(connection);
  return [
    checkPages(connection),
    checkForeignKeys(connection),
    index,
    checkToolIndex(connection),
    checkTriggers(connection),
    checkSegmenter(connection),
    checkUnfinished(connection),
    checkPurge(connection),
  ];
}

function checkPages({ client }: Connection): DoctorCheck {
  const rows = client.pragma('integrity_check') as { integrity_check: string }[];
  const problems = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return { name: 'database pages', ok: problems.length === 0, detail: problems[0] ?? 'sound' };
}

function checkForeignKeys({ client }: Connection): DoctorCheck {
  const rows = client.pragma('foreign_key_check') as unknown[];
  const isSound = rows.length === 0;
  return {
    name: 'references',
    ok: isSound,
    detail: isSound ? 'sound' : `${rows.length} rows refer to rows that are gone`,
  };
}

function checkIndex(connection: Connection): DoctorCheck {
  const name = 'search index';
  if (!isIndexSound(connection))
    return { name, ok: false, detail: 'the index does not agree with the messages; run `scrollback doctor --fix`' };
  const row = connection.client
    .prepare<[], { n: number }>('SELECT count(*) AS n FROM entry WHERE is_indexed = 1')
    .get();
  return { name, ok: true, detail: `agrees with ${row?.n ?? 0} messages` };
}

function checkToolIndex(connection: Connection): DoctorCheck {
  const name = 'tool index';
  const { missing, extra, rows, waiting } = readToolIndexState(connection);
  if (missing + extra > 0) {
    const detail = `lacks ${missing} records and holds ${extra} that are gone; run \`scrollback doctor --fix\``;
    return { name, ok: false, detail };
  }
  const more = waiting === 0 ? '' : `; ${waiting} sessions are still to be read for it`;
  return { name, ok: true, detail: `agrees with ${rows} records${more}` };
}

function checkTriggers({ client }: Connection): DoctorCheck {
  const rows = client
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name`)
    .all()
    .map((row) => row.name);
  const missing = TRIGGERS.filter((name) => !rows.includes(name));
  return {
    name: 'triggers',
    ok: missing.length === 0,
    detail: missing.length === 0 ? 'all there' : `missing: ${missing.join(', ')}`,
  };
}

function checkSegmenter(connection: Connection): DoctorCheck {
  const stored = readFact(connection, 'segmenter');
  const ok = stored === String(SEGMENTER_VERSION);
  return {
    name: 'segmenter',
    ok,
    detail: ok ? `version ${stored}` : `the index was written by version ${stored}; run \`npm run up\``,
  };
}

/** Not a fault: nobody sees what is unfinished, and the next import of its file drops and redoes it. */
function checkUnfinished({ client }: Connection): DoctorCheck {
  const row = client
    .prepare<[], { sessions: number; entries: number }>(
      `SELECT (SELECT count(*) FROM session WHERE is_complete = 0) AS sessions,
        (SELECT count(*) FROM session_window w JOIN entry e ON e.window_id = w.id AND e.position >= w.entry_count) AS entries`,
    )
    .get();
  const detail =
    row === undefined || row.entries + row.sessions === 0
      ? 'none'
      : `${row.sessions} sessions and ${row.entries} entries of cut-off imports, shown to nobody; import their files again`;
  return { name: 'unfinished imports', ok: true, detail };
}

function checkPurge(connection: Connection): DoctorCheck {
  const pending = pendingPurges(connection);
  return {
    name: 'purge',
    ok: pending === 0,
    detail:
      pending === 0 ? 'purged: true' : `purged: false; ${pending} deletions wait, run \`scrollback doctor --purge\``,
  };
}
