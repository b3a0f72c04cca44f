import type Database from 'better-sqlite3';

/** Statements that a connection keeps prepared: SQLite reads the text of a search for half a millisecond. */
const KEPT_MAX = 300;

type Kept = Map<string, Database.Statement<unknown[]>>;

const keptBy = new WeakMap<Database.Database, Kept>();

/**
 * A prepared statement for reading; `raw` gives rows as arrays. One whose iteration goes on is not given a second time:
 * then a new one is prepared.
 */
export function prepareReading(
  client: Database.Database,
  text: string,
  { raw }: { readonly raw: boolean },
): Database.Statement<unknown[]> {
  const kept = keptOf(client);
  const key = raw ? `raw ${text}` : text;
  const known = kept.get(key);
  if (known?.busy === true) return prepare(client, text, raw);
  kept.delete(key);
  const statement = known ?? prepare(client, text, raw);
  kept.set(key, statement);
  const [oldest] = kept.size > KEPT_MAX ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return statement;
}

function prepare(client: Database.Database, text: string, raw: boolean): Database.Statement<unknown[]> {
  const statement = client.prepare<unknown[]>(text);
  return raw ? statement.raw() : statement;
}

function keptOf(client: Database.Database): Kept {
  const kept = keptBy.get(client) ?? new Map();
  keptBy.set(client, kept);
  return kept;
}
