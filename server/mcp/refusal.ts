/** Codes of JSON-RPC; the last is the first one that servers may give a meaning of their own. */
export const CODES = { parse: -32_700, request: -32_600, server: -32_000 } as const;

/** An HTTP answer to what is refused before any tool is asked: one sentence in the form of the protocol. */
export function refusal(
  status: number,
  error: { readonly code: number; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { jsonrpc: '2.0', error, id: null };
  return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
}
