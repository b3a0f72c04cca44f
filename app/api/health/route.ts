import { AppError } from '../../../server/errors.ts';
import { log } from '../../../server/log.ts';
import { getRuntime } from '../../../server/runtime.ts';
import { retryAfter } from '../../../server/trpc/retry-after.ts';

export const dynamic = 'force-dynamic';

/** 200 when the store can be read, 503 with the reason when not. Holds no data. */
export async function GET(): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' };
  try {
    await getRuntime().engine.pulse();
    return Response.json({ ok: true, reasons: [] }, { headers });
  } catch (cause) {
    log.failure('health check failed', cause);
    const reason =
      cause instanceof AppError && cause.kind === 'timeout'
        ? 'the store answers too slowly'
        : 'the store cannot be read';
    return Response.json(
      { ok: false, reasons: [reason] },
      { status: 503, headers: { ...headers, ...retryAfter(503) } },
    );
  }
}
