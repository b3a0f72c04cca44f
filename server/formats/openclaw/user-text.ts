/**
 * What a person wrote, out of what OpenClaw put around it: envelopes with channel and time, blocks of metadata, system
 * lines, prompts of its own. Each pass looks at each character a bounded number of times.
 */

/** Header lines of blocks that OpenClaw puts into a prompt: `Sender (untrusted metadata):`, or a mark at the end. */
const BLOCK_HEADER = /^[^\n()]{1,80}\(untrusted[^()\n]{0,60}\):$/;
const BLOCK_MARK = '⟦openclaw:ctx⟧';
const INTERNAL_BEGIN = '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>';
const INTERNAL_END = '<<<END_OPENCLAW_INTERNAL_CONTEXT>>>';
const MESSAGE_ID = /^\[message_id:[^\]\n]*\]$/;
const SYSTEM_LINE = /^System(?: \(untrusted\))?:(?:\s|$)/;

const WEEKDAY_TIME = /^[A-Z][a-z]{2} \d{4,6}-\d{2}-\d{2} \d{2}:\d{2}/;
const ANY_TIME = /\d{4,6}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;
const MAX_ENVELOPE_LENGTH = 400;
const CHANNELS =
  'WebChat|WhatsApp|Telegram|Signal|Slack|Discord|Google Chat|iMessage|Teams|MS Teams|Microsoft Teams|Matrix|Zalo|' +
  'BlueBubbles|Feishu|Lark|DingTalk|WeCom|WeChat|QQ|LINE|IRC|Nostr|Mattermost|Nextcloud Talk|Twitch|SMS|Tlon';
const CHANNEL_START = new RegExp(`^(?:${CHANNELS}) `);

const WHOLE_MESSAGES = [
  '[OpenClaw heartbeat poll]',
  'Read HEARTBEAT.md if it exists',
  'Pre-compaction memory flush',
  'A new session was started via /new or /reset',
];
const RETRY_STARTS = [
  'The previous attempt did not produce a user-visible answer.',
  'The previous assistant turn recorded reasoning but did not produce a user-visible answer.',
  'The previous assistant turn completed its tool calls but did not produce a user-visible answer.',
];
const RETRY_GOES_ON = 'Continue from';

/** Empty when nothing of the message is a person's. */
export function cleanUserText(raw: string): string {
  return splitUserText(raw).own;
}

/** The person's own text, and what was put around it: lines, in the order in which the passes meet them. */
export function splitUserText(raw: string): { readonly own: string; readonly injected: string } {
  const taken: string[] = [];
  // An envelope can stand before a block as well as after it.
  const opened = withoutLead(withoutInternalContext(raw, taken).split('\n'), taken);
  const text = withoutLead(withoutBlocks(opened.split('\n'), taken), taken).trim();
  const own = WHOLE_MESSAGES.some((start) => text.startsWith(start)) ? '' : withoutRetry(text);
  taken.push(text.slice(own.length));
  return { own, injected: taken.filter((piece) => piece.trim() !== '').join('\n') };
}

function withoutInternalContext(text: string, taken: string[]): string {
  const kept: string[] = [];
  let at = 0;
  for (let begin = text.indexOf(INTERNAL_BEGIN); begin !== -1; begin = text.indexOf(INTERNAL_BEGIN, at)) {
    const end = text.indexOf(INTERNAL_END, begin);
    if (end === -1) break;
    kept.push(text.slice(at, begin));
    at = end + INTERNAL_END.length;
    taken.push(text.slice(begin, at));
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(at);
}

/** A header counts only with its fence of JSON below it, closed: a person may well write such a line. */
function withoutBlocks(lines: readonly string[], taken: string[]): readonly string[] {
  const kept: string[] = [];
  let hasFenceBelow = true;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? '';
    if (MESSAGE_ID.test(line)) {
      taken.push(line);
      continue;
    }
    const isMarked = line.endsWith(BLOCK_MARK);
    if (!isMarked && !BLOCK_HEADER.test(line)) {
      kept.push(lines[index] ?? '');
      continue;
    }
    if (lines[index + 1]?.trim() === '```json' && hasFenceBelow) {
      const end = findLine(lines, '```', index + 2);
      if (end !== -1) {
        taken.push(lines.slice(index, end + 1).join('\n'));
        index = end;
        continue;
      }
      hasFenceBelow = false;
    }
    if (!isMarked) {
      kept.push(lines[index] ?? '');
      continue;
    }
    const end = endOfParagraph(lines, index);
    taken.push(lines.slice(index, end + 1).join('\n'));
    index = end;
  }
  return kept;
}

function findLine(lines: readonly string[], wanted: string, from: number): number {
  for (let index = from; index < lines.length; index += 1) {
    if (lines[index]?.trim() === wanted) return index;
  }
  return -1;
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let index = from;
  while (index + 1 < lines.length && lines[index + 1]?.trim() !== '') index += 1;
  return index;
}

/** Drops blank lines, system lines and envelopes until the first line that is none of these. */
function withoutLead(lines: readonly string[], taken: string[]): string {
  let index = 0;
  while (index < lines.length) {
    const line = (lines[index] ?? '').trimStart();
    if (line !== '' && !SYSTEM_LINE.test(line)) {
      const rest = withoutEnvelope(line);
      if (rest.trim() !== '' && !SYSTEM_LINE.test(rest)) {
        taken.push(line.slice(0, line.length - rest.length));
        return [rest === line ? (lines[index] ?? '') : rest, ...lines.slice(index + 1)].join('\n');
      }
    }
    taken.push(line);
    index += 1;
  }
  return '';
}

function withoutEnvelope(line: string): string {
  let rest = line;
  for (let end = envelopeEnd(rest); end !== -1; end = envelopeEnd(rest)) rest = rest.slice(end + 1).trimStart();
  return rest;
}

/** Index of the bracket that closes the envelope at the start of the line; -1 without one. */
function envelopeEnd(line: string): number {
  if (!line.startsWith('[')) return -1;
  const end = line.slice(0, MAX_ENVELOPE_LENGTH).indexOf(']');
  if (end === -1) return -1;
  const inside = line.slice(1, end);
  if (WEEKDAY_TIME.test(inside)) return end;
  return CHANNEL_START.test(inside) && ANY_TIME.test(inside) ? end : -1;
}

function withoutRetry(text: string): string {
  for (const start of RETRY_STARTS) {
    const at = text.lastIndexOf(start);
    if (
      at !== -1 &&
      text
        .slice(at + start.length)
        .trimStart()
        .startsWith(RETRY_GOES_ON)
    )
      return text.slice(0, at).trim();
  }
  return text;
}
