import type Database from 'better-sqlite3';
import type { Connection } from './open.ts';

const statements = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[]>>>();

/**
 * A statement that is prepared once a connection: an import runs a few of them for each file, and preparing cost more than
 * running. Of fixed texts only, since each is kept; not for `iterate`, which would hold a statement that others want.
 */
export function prepared<Params extends unknown[] | object = unknown[], Row = unknown>(
  { client }: Pick<Connection, 'client'>,
  text: string,
): Database.Statement<Params extends unknown[] ? Params : [Params], Row> {
  const known = statements.get(client) ?? new Map<string, Database.Statement<unknown[]>>();
  statements.set(client, known);
  const statement = known.get(text) ?? client.prepare(text);
  known.set(text, statement);
  return statement as Database.Statement<Params extends unknown[] ? Params : [Params], Row>;
}

/** Composed texts that a connection keeps prepared: SQLite reads the text of a search for half a millisecond. */
const KEPT_MAX = 300;

const composed = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[]>>>();

/**
 * A prepared statement for reading; `raw` gives rows as arrays. One whose iteration goes on is not given a second time:
 * then a new one is prepared.
 */
export function preparedReading(
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

function keptOf(client: Database.Database): Map<string, Database.Statement<unknown[]>> {
  const kept = composed.get(client) ?? new Map<string, Database.Statement<unknown[]>>();
  composed.set(client, kept);
  return kept;
}
