import type { ExportFile } from '../../server/contract/export.ts';
import type { Call } from './door.ts';

export type ExportVerb = Extract<Call['verb'], `export${string}`>;
/** A file that was taken to its end. */
export type Exported = Omit<ExportFile, 'chunks'> & { readonly text: string };

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

/** What a file says, in the form in which the reply says it that the file was made of. */
export function readExport(verb: ExportVerb, { as }: Call['input'], text: string): unknown {
  if (verb === 'export') return { records: as === 'jsonl' ? idsOf(text) : null };
  const rows = rowsOf(text);
  if (verb === 'export-hits') {
    const results = rows.map((cells) => ({
      ...{ sessionId: cells[0], messageId: cells[5] },
      ...(cells[10] === '' ? {} : { matchesInSession: Number(cells[10]) }),
    }));
    return { results };
  }
  return { sessions: rows.map((cells) => ({ sessionId: cells[0], parentSessionId: cells[14] || null })) };
}

function idsOf(text: string): readonly unknown[] {
  const records = text.split('\n').slice(0, -1);
  return records.map((record) => (JSON.parse(record) as { id?: unknown }).id);
}

/** Nothing in a world holds a comma, a quote or a line feed. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const [, ...lines] = text.split('\r\n').slice(0, -1);
  return lines.map((line) => line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
}
