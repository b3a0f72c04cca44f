import type { TextNode } from '../../server/contract/query.ts';
import { AppError } from '../../server/errors.ts';
import { type ReadOptions, type ReadQuery, readQuery } from '../../server/query/plan.ts';

/** 30 November 2026, 12:30 in Berlin (a Monday, winter time). */
export const NOW_MS = Date.UTC(2026, 10, 30, 11, 30);

export function read(text: string, options: Partial<ReadOptions> = {}): ReadQuery {
  return readQuery(text, { nowMs: NOW_MS, timeZone: 'Europe/Berlin', ...options });
}

/** The plan's text on one line: `(and deploy (not "a b") ops*)`. */
export function shapeOf(text: string, options: Partial<ReadOptions> = {}): string {
  const { plan } = read(text, options);
  return plan.text === null ? 'nothing' : shape(plan.text);
}

function shape(node: TextNode): string {
  if (node.type === 'not') return `(not ${shape(node.node)})`;
  if (node.type !== 'phrase') return `(${node.type} ${node.nodes.map(shape).join(' ')})`;
  const terms = node.terms.length === 1 ? node.terms.join('') : `"${node.terms.join(' ')}"`;
  return terms + (node.isPrefix ? '*' : '');
}

export function notesOf(text: string): readonly string[] {
  return read(text).interpretation.notes;
}

/** The sentence that a query is refused with; fails when it is read, or fails in another way. */
export function refusalOf(text: string, options: Partial<ReadOptions> = {}): string {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad-input') return error.message;
    throw error;
  }
  throw new Error('The query was read, and a refusal was expected.');
}

/** What `read` gives, or null when it refuses; anything else that it throws fails the test. */
export function tryRead(text: string, lastWordIsPrefix = false): ReadQuery | null {
  try {
    return read(text, { lastWordIsPrefix });
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad-input') return null;
    throw error;
  }
}
