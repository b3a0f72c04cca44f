import { MASK_CHARACTER, type Mask, type Redacted } from '../contract/redaction.ts';
import { mergeSpans, type Span } from './merge-spans.ts';
import { READINGS_MAX, readSecrets } from './secret-spans.ts';

const REPLACEMENT = '\uFFFD';
/** NUL ends a text for FTS5; U+FFFC would forge a mask. */
const NUL_OR_MASK = /[\0\uFFFC]/g;

/**
 * Puts one `MASK_CHARACTER` for each secret. NUL, lone surrogates and U+FFFC of the input become U+FFFD.
 * Give it whole texts: a secret that was cut in two is not seen.
 */
export function redact(text: string): Redacted {
  return redactAgain(text, []);
}

/**
 * The same for text that has been through `redact` before, perhaps under older rules: its masks stay, new ones are
 * added, and a new secret that touches an old mask becomes one mask with it. `text` comes back unchanged exactly when
 * nothing new was found. A U+FFFC that no mask points at becomes U+FFFD; a mask that points at none is dropped.
 */
export function redactAgain(text: string, masks: readonly Mask[]): Redacted {
  const clean = replaceUnstorable(text, new Set(masks.map(({ offset }) => offset)));
  let redacted: Redacted = { text: clean, masks: masks.filter(({ offset }) => clean[offset] === MASK_CHARACTER) };
  for (let readings = 0; readings < READINGS_MAX; readings += 1) {
    const secrets = readSecrets(redacted.text);
    if (secrets.length === 0) break;
    redacted = hide(redacted.text, mergeSpans([...redacted.masks.map(spanOf), ...secrets]));
  }
  return redacted;
}

function spanOf({ offset, kind }: Mask): Span {
  return { start: offset, end: offset + MASK_CHARACTER.length, kind };
}

/** Changes no length. SQLite would give back three characters for a lone surrogate: it goes here, to U+FFFD as well. */
function replaceUnstorable(text: string, maskOffsets: ReadonlySet<number>): string {
  return text
    .toWellFormed()
    .replace(NUL_OR_MASK, (character: string, offset: number) =>
      character === MASK_CHARACTER && maskOffsets.has(offset) ? character : REPLACEMENT,
    );
}

function hide(text: string, spans: readonly Span[]): Redacted {
  const pieces: string[] = [];
  const masks: Mask[] = [];
  let end = 0;
  let offset = 0;
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), MASK_CHARACTER);
    offset += span.start - end;
    masks.push({ offset, kind: span.kind });
    offset += MASK_CHARACTER.length;
    end = span.end;
  }
  pieces.push(text.slice(end));
  return { text: pieces.join(''), masks };
}
