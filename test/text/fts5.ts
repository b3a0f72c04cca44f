import Database from 'better-sqlite3';
import type { Phrase } from '../../server/text/phrase-terms.ts';

/** A full-text table as the engine makes it, in memory. */
export class Fts5 {
  private readonly client = new Database(':memory:');
  private readonly prefixes: string;

  constructor(options: { readonly hasPrefixes: boolean }) {
    this.prefixes = options.hasPrefixes ? "prefix='1 2'," : '';
  }

  /** Stores these rows in place of all others. */
  store(rows: readonly string[]): void {
    this.client.exec(`
      DROP TABLE IF EXISTS v;
      DROP TABLE IF EXISTS f;
      CREATE VIRTUAL TABLE f USING fts5(terms, scope, ${this.prefixes}
        tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'");
      CREATE VIRTUAL TABLE v USING fts5vocab(f, 'instance');
    `);
    const insert = this.client.prepare('INSERT INTO f(rowid, terms, scope) VALUES (?, ?, ?)');
    this.client.transaction(() => {
      for (const [index, terms] of rows.entries()) insert.run(BigInt(index + 1), terms, '');
    })();
  }

  /** The terms that the index holds of each row, in order. */
  storedTerms(rowCount: number): string[][] {
    const rows = Array.from({ length: rowCount }, (): string[] => []);
    const instances = this.client.prepare('SELECT term, doc, "offset" FROM v').raw().iterate();
    for (const [term, doc, place] of instances as Iterable<[string, number, number]>) {
      const row = rows[doc - 1];
      if (row !== undefined) row[place] = term;
    }
    return rows;
  }

  /** Indexes of the rows that hold a phrase. */
  search({ terms, isPrefix }: Phrase): number[] {
    const match = `terms:"${terms.join(' ')}"${isPrefix ? ' *' : ''}`;
    const rows = this.client.prepare('SELECT rowid AS id FROM f WHERE f MATCH ? ORDER BY rowid').all(match);
    return (rows as { id: number }[]).map(({ id }) => id - 1);
  }

  close(): void {
    this.client.close();
  }
}
