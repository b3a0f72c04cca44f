/** Writes OpenClaw transcripts for tests. */
const START_MS = Date.UTC(2026, 4, 1, 8);

export type Turn = {
  readonly id: string;
  /** The turn before it, unless said otherwise. */
  readonly parentId?: string | null;
  readonly role?: 'user' | 'assistant';
  readonly text: string;
  readonly atMs?: number;
};

export function headerLine(sessionId: string): string {
  return `${JSON.stringify({ type: 'session', version: 3, id: sessionId, timestamp: new Date(START_MS).toISOString(), cwd: '/work' })}\n`;
}

export function turnLine(turn: Turn, previous: string | null = null): string {
  const { id, role = 'user', text, atMs = START_MS } = turn;
  const parentId = turn.parentId === undefined ? previous : turn.parentId;
  const message =
    role === 'user'
      ? { role, content: text }
      : { role, content: [{ type: 'text', text }], provider: 'acme', model: 'acme-1' };
  return `${JSON.stringify({ type: 'message', id, parentId, timestamp: new Date(atMs).toISOString(), message })}\n`;
}

/** A whole file: a header, then turns that follow each other a minute apart, prompts and answers in turn. */
export function openclawFile(sessionId: string, turns: readonly Turn[]): string {
  const lines = turns.map((turn, index) =>
    turnLine(
      { role: index % 2 === 0 ? 'user' : 'assistant', atMs: START_MS + (index + 1) * 60_000, ...turn },
      turns[index - 1]?.id ?? null,
    ),
  );
  return headerLine(sessionId) + lines.join('');
}

/** A file of at least so many bytes: the turns, and behind each a tool result with a large picture, which nobody indexes. */
export function bulkyFile(sessionId: string, turns: readonly Turn[], bytes: number): string {
  const picture = { type: 'image', mimeType: 'image/png', data: 'x'.repeat(Math.ceil(bytes / turns.length)) };
  const lines = turns.map((turn, index) => {
    const previous = turns[index - 1];
    const result = {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'exec',
      content: [picture],
    };
    const toolLine = `${JSON.stringify({ type: 'message', id: `${turn.id}-tool`, parentId: turn.id, message: result })}\n`;
    return turnLine(turn, previous === undefined ? null : `${previous.id}-tool`) + toolLine;
  });
  return headerLine(sessionId) + lines.join('');
}
