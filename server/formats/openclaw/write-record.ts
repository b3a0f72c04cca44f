/** A message as OpenClaw would write it, from its fields. The same fields always give the same bytes. */

type Fields = {
  readonly id: string;
  readonly parentId?: string | null;
  readonly role: string;
  readonly text: string;
  readonly timestampMs?: number;
  readonly model?: string;
};

export function writeRecord({ id, parentId, role, text, timestampMs, model }: Fields): string {
  return JSON.stringify({
    type: 'message',
    id,
    parentId,
    timestamp: timestampMs === undefined ? undefined : isoTime(timestampMs),
    message: { role, content: [{ type: 'text', text }], model, timestamp: timestampMs },
  });
}

/** Undefined for a time that no calendar has. */
function isoTime(timeMs: number): string | undefined {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
