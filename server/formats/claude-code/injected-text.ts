/** Takes out of a person's text what programs put into it. One pass; each search is bounded or remembered. */

const INJECTED_OPENINGS = [
  'This session is being continued from a previous conversation',
  'Stop hook feedback:',
  'Caveat: The messages below',
];

/** `drop`: the tag and what it holds. `keep`: the tag alone, for it holds what the person typed. */
const TAGS: ReadonlyMap<string, 'drop' | 'drop-at-start' | 'keep'> = new Map([
  ...[
    'command-name',
    'command-message',
    'bash-stdout',
    'bash-stderr',
    'local-command-stdout',
    'local-command-stderr',
    'local-command-caveat',
    'task-notification',
    'teammate-message',
    'agent-message',
    'cross-session-message',
    'remote-review',
    'system-reminder',
    'system_reminder',
    'function_results',
    'tool_use_error',
    'sandbox_violations',
    'persisted-output',
    'total_tokens',
    'user-prompt-submit-hook',
    'fetched-web-content',
    'ide_opened_file',
    'ide_selection',
    'ide_diagnostics',
  ].map((name) => [name, 'drop'] as const),
  // Plain words are tags of other languages too (RSS has a channel): a wrapper only where the text starts.
  ...['channel', 'tick'].map((name) => [name, 'drop-at-start'] as const),
  ...['command-args', 'bash-input'].map((name) => [name, 'keep'] as const),
]);

const TAG = /<(\/?)([a-z][a-z_-]{0,40})(?:\s[^<>]{0,400})?>/y;
const INTERRUPTION = /^\[Request interrupted by user[^\]]{0,80}\]/;

/** What is left is the person's own text, trimmed; empty when programs wrote all of it. */
export function stripInjected(text: string): string {
  return splitInjected(text).own;
}

/** The person's own text, and the pieces that programs put in. Tags alone are no piece. */
export function splitInjected(text: string): { readonly own: string; readonly injected: readonly string[] } {
  const { kept, taken } = text.includes('<') ? splitTags(text) : { kept: text, taken: [] };
  const trimmed = kept.trim();
  const interruption = INTERRUPTION.exec(trimmed)?.[0] ?? '';
  const own = trimmed.slice(interruption.length).trimStart();
  const injected = interruption === '' ? taken : [...taken, interruption];
  const isInjected = INJECTED_OPENINGS.some((opening) => own.startsWith(opening));
  return isInjected ? { own: '', injected: [...injected, own] } : { own, injected };
}

type Scan = {
  readonly text: string;
  /** True until something is found that a person wrote. */
  isAtStart: boolean;
  /** Tags that are closed nowhere after the place reached. */
  readonly unclosed: Set<string>;
  /** Tags of kind `keep` whose closing tag is still to come. */
  readonly open: Set<string>;
};

function splitTags(text: string): { readonly kept: string; readonly taken: readonly string[] } {
  const scan: Scan = { text, isAtStart: true, unclosed: new Set(), open: new Set() };
  const own: string[] = [];
  const taken: Piece[] = [];
  let start = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (scan.isAtStart) scan.isAtStart = text.slice(start, at).trim() === '';
    const end = endOfInjected(scan, at);
    if (end === at) {
      scan.isAtStart = false;
      at += 1;
      continue;
    }
    own.push(text.slice(start, at));
    takePiece(text, taken, { start: at, end });
    start = end;
    at = end;
  }
  return { kept: own.join('') + text.slice(start), taken: taken.map((piece) => text.slice(piece.start, piece.end)) };
}

type Piece = { readonly start: number; readonly end: number };

/** Wrappers that stand side by side are one piece; a tag whose content is the person's is none. */
function takePiece(text: string, taken: Piece[], piece: Piece): void {
  if (text.indexOf('>', piece.start) === piece.end - 1) return;
  const last = taken.at(-1);
  const isBeside = last !== undefined && text.slice(last.end, piece.start).trim() === '';
  if (isBeside) taken.pop();
  taken.push(isBeside ? { start: last.start, end: piece.end } : piece);
}

/** Where the injected piece that starts at `at` ends; `at` itself when none starts there. */
function endOfInjected(scan: Scan, at: number): number {
  TAG.lastIndex = at;
  const tag = TAG.exec(scan.text);
  const [whole = '', slash = '', name = ''] = tag ?? [];
  const rule = TAGS.get(name);
  const inside = at + whole.length;
  if (slash !== '') return scan.open.delete(name) ? inside : at;
  if (rule === undefined || (rule === 'drop-at-start' && !scan.isAtStart)) return at;
  if (rule === 'keep') {
    scan.open.add(name);
    return inside;
  }
  const close = scan.unclosed.has(name) ? -1 : scan.text.indexOf(`</${name}>`, inside);
  if (close !== -1) return close + name.length + 3;
  scan.unclosed.add(name);
  return scan.isAtStart ? scan.text.length : at;
}
