import { z } from 'zod';

const replySchema = z.union([
  z.strictObject({ jobId: z.string() }).transform((told) => ({ ok: true as const, ...told })),
  z.strictObject({ error: z.string() }).transform((told) => ({ ok: false as const, ...told })),
]);

type Sending = {
  readonly restoresDeleted: boolean;
  readonly signal: AbortSignal;
  /** Bytes of this file so far. */
  readonly onSent: (bytes: number) => void;
};

const NO_ANSWER = 'The server did not answer. Check that it runs, and that the file can still be read; then try again.';

/**
 * Sends one file as it is; its import starts by itself once all of it is there. Null when it went well, else a sentence.
 * By XMLHttpRequest, since fetch tells nothing about how much was sent.
 */
export function sendFile(file: File, { restoresDeleted, signal, onSent }: Sending): Promise<string | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, ...(restoresDeleted ? { restoreDeleted: '1' } : {}) });
    request.open('POST', `/api/upload?${query.toString()}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => onSent(event.loaded));
    request.addEventListener('load', () => resolve(readReply(request.responseText)));
    request.addEventListener('error', () => resolve(NO_ANSWER));
    request.addEventListener('abort', () => resolve('Cancelled: this file was not sent to its end.'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function readReply(text: string): string | null {
  try {
    const reply = replySchema.parse(JSON.parse(text));
    return reply.ok ? null : reply.error;
  } catch {
    return NO_ANSWER;
  }
}
