import type { ExportFile, ExportInput } from '../../server/contract/export.ts';
import { exportSession } from '../../server/history/export-session.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';

export async function bytesOf({ chunks }: Pick<ExportFile, 'chunks'>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

export async function textOf(file: Pick<ExportFile, 'chunks'>): Promise<string> {
  return (await bytesOf(file)).toString('utf8');
}

/** A whole export of one session, as text. */
export async function exported(scope: ReadScope, input: ExportInput): Promise<string> {
  return textOf(await exportSession(scope, input));
}

/** Pieces of eight characters of a secret that an output holds. */
export function piecesIn(output: string, secret: string): readonly string[] {
  const pieces = Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8));
  return pieces.filter((piece) => output.includes(piece));
}

/** A token that the gate knows; made here, so that no scanner finds it in the repository. */
export const TOKEN = ['ghp', '_', 'Q7wE2rT9'.repeat(2), 'yU4iO6pA8sD1fG3h', 'J5k7'].join('');
export const LABEL = '[redacted:github-token]';

/** Every character written as an escape of JSON. */
export function escapedWhole(text: string): string {
  return [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
