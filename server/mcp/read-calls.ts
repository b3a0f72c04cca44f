import { CODES, refusal } from './refusal.ts';

export const BODY_MAX_BYTES = 1_048_576;
/** Messages of one batch. */
export const BATCH_MAX = 10;

/** The body as JSON, with the number of calls in it; or why it is refused. */
export type Calls = { readonly body: unknown; readonly count: number } | { readonly refused: Response };

/** Reads no more than the bound, and refuses whole what is over one. */
export async function readCalls(request: Request): Promise<Calls> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refused(415, CODES.server, 'Send JSON: content-type application/json.');
  const text = await readText(request);
  if (text === null) return refused(413, CODES.server, `A request has at most ${BODY_MAX_BYTES} bytes.`);
  const body = parse(text);
  if (body === undefined) return refused(400, CODES.parse, 'The body is not JSON.');
  const count = Array.isArray(body) ? body.length : 1;
  if (count > BATCH_MAX) return refused(400, CODES.request, `A batch has at most ${BATCH_MAX} messages.`);
  return { body, count };
}

async function readText(request: Request): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > BODY_MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Undefined when it is no JSON: no document says that. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(status: number, code: number, message: string): Calls {
  return { refused: refusal(status, { code, message }) };
}
