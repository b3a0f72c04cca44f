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
