import { z } from 'zod';
import { type PushState, pushStateSchema } from '../../contract/push.ts';

export type Piece = {
  readonly place: string;
  readonly name: string;
  readonly offset: number;
  /** SHA-256 of what comes before, in hexadecimal. */
  readonly prefix: string;
  readonly isReplacement: boolean;
  readonly bytes: Uint8Array;
};

/**
 * later: nothing was lost, try again. refused: this file is not taken, and why. stopped: nothing is taken from us, and why.
 */
export type Failure =
  | { readonly type: 'later'; readonly reason: string; readonly retryAfterMs: number }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'stopped'; readonly reason: string };

/**
 * taken: it is on the server's disk. misfit: the server has something else, and the state says what.
 */
export type PushAnswer = { readonly type: 'taken' | 'misfit'; readonly state: PushState } | Failure;

const TIMEOUT_MS = 60_000;
const problemSchema = z.object({ error: z.string() });

/** Speaks to `/api/push` of one server. Never throws. */
export class PushClient {
  readonly #address: string;
  readonly #token: string;

  constructor(server: URL, token: string) {
    this.#address = new URL('/api/push', server).href;
    this.#token = token;
  }

  async send({ bytes, isReplacement, offset, ...piece }: Piece, signal: AbortSignal): Promise<PushAnswer> {
    const query = new URLSearchParams({ ...piece, offset: String(offset), replace: isReplacement ? '1' : '0' });
    try {
      const response = await fetch(`${this.#address}?${query.toString()}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
        // A token is for this server: it is not carried to another one.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return await readAnswer(response);
    } catch {
      return { type: 'later', reason: 'The server does not answer', retryAfterMs: 0 };
    }
  }
}

async function readAnswer(response: Response): Promise<PushAnswer> {
  const body: unknown = await response.json().catch(() => null);
  const { status } = response;
  if (status === 200 || status === 409) {
    const state = pushStateSchema.safeParse(body);
    if (state.success) return { type: status === 200 ? 'taken' : 'misfit', state: state.data };
    return { type: 'stopped', reason: 'What answers at this address is no Scrollback server, or a newer one.' };
  }
  const told = problemSchema.safeParse(body).data?.error ?? `The server answered ${status}.`;
  if (status === 401) return { type: 'stopped', reason: 'The server does not accept the token. Make a new one.' };
  if (status === 403) return { type: 'stopped', reason: `The token may not send files. ${told}` };
  if (status === 404 || status === 405)
    return { type: 'stopped', reason: 'There is no Scrollback server at this address, or one that takes no pushes.' };
  if (status === 429 || status >= 500) return { type: 'later', reason: told, retryAfterMs: retryAfterMs(response) };
  return { type: 'refused', reason: told };
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) * 1000 : 0;
}
