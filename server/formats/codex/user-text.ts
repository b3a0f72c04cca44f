/** Parts a user's text block into what the person wrote and what Codex put before it. One pass, forwards. */

/** Tags of the wrappers. Only where a block starts: a person may well write about them. */
const ENVELOPES: ReadonlySet<string> = new Set([
  'user_instructions',
  'environment_context',
  'INSTRUCTIONS',
  'permissions instructions',
  'skills_instructions',
  'apps_instructions',
  'collaboration_mode',
  'skill',
  'turn_aborted',
  'subagent_notification',
  'goal_context',
  'codex_internal_context',
  'recommended_plugins',
  'user_shell_command',
  'user_action',
]);

const OPENING_TAG = /<([A-Za-z_]{1,40}(?: instructions)?)(?:\s[^<>]{0,400})?>/y;
const WHITE_SPACE = /\s*/y;
const AGENTS_FILE = '# AGENTS.md';
const AGENTS_FILE_END = '</INSTRUCTIONS>';

/** Editors put what is open in them before the request, and a heading between the two. */
const SURROUNDINGS = ['# Context from my IDE setup:', '# Files mentioned by the user:'];
const REQUEST = '## My request for Codex:';

export type UserText = {
  /** Trimmed; empty when programs wrote all of it. */
  readonly own: string;
  readonly injected: readonly string[];
};

export function splitUserText(text: string): UserText {
  const injected: string[] = [];
  let at = skipSpace(text, 0);
  for (let end = endOfEnvelope(text, at); end !== at; end = endOfEnvelope(text, at)) {
    injected.push(text.slice(at, end).trim());
    at = skipSpace(text, end);
  }
  const request = SURROUNDINGS.some((heading) => text.startsWith(heading, at)) ? text.indexOf(REQUEST, at) : -1;
  if (request !== -1) {
    injected.push(text.slice(at, request).trim());
    at = request + REQUEST.length;
  }
  return { own: text.slice(at).trim(), injected };
}

/** Where the wrapper that starts at `at` ends; `at` itself when none does. One that is never closed takes all. */
function endOfEnvelope(text: string, at: number): number {
  if (text.startsWith(AGENTS_FILE, at)) return endOf(text, AGENTS_FILE_END, at);
  OPENING_TAG.lastIndex = at;
  const name = OPENING_TAG.exec(text)?.[1] ?? '';
  return ENVELOPES.has(name) ? endOf(text, `</${name}>`, at) : at;
}

function endOf(text: string, closing: string, at: number): number {
  const close = text.indexOf(closing, at);
  return close === -1 ? text.length : close + closing.length;
}

function skipSpace(text: string, at: number): number {
  WHITE_SPACE.lastIndex = at;
  return at + (WHITE_SPACE.exec(text)?.[0].length ?? 0);
}
