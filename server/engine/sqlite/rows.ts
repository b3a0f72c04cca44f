import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Connection } from './open.ts';
import { preparedReading } from './prepared.ts';

const dialect = new SQLiteSyncDialect();

/** Runs a composed statement and gives its rows; `Row` is what the statement selects. */
export function allRows<Row>(connection: Connection, statement: SQL): readonly Row[] {
  const query = dialect.sqlToQuery(statement);
  return preparedReading(connection.client, query.sql, { raw: false }).all(...query.params) as Row[];
}

/** The same, one row after the other: what is not kept never lies in memory. Stop by leaving the loop. */
export function eachRow<Row>(connection: Connection, statement: SQL): IterableIterator<Row> {
  const query = dialect.sqlToQuery(statement);
  return preparedReading(connection.client, query.sql, { raw: false }).iterate(
    ...query.params,
  ) as IterableIterator<Row>;
}

/** The same with rows as arrays, in the order of the columns: half the time where there are thousands. */
export function eachRawRow<Row extends readonly unknown[]>(
  connection: Connection,
  statement: SQL,
): IterableIterator<Row> {
  const query = dialect.sqlToQuery(statement);
  return preparedReading(connection.client, query.sql, { raw: true }).iterate(...query.params) as IterableIterator<Row>;
}

export function firstRow<Row>(connection: Connection, statement: SQL): Row | null {
  return allRows<Row>(connection, statement)[0] ?? null;
}
