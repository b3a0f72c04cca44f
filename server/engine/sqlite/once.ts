import { type SQL, sql } from 'drizzle-orm';
import type { TextNode } from '../../contract/query.ts';
import { isVague } from '../../text/phrase-counts.ts';
import { phraseMarks } from '../../text/repeated-terms.ts';
import type { Phrase } from './verify.ts';

/**
 * Whether a match `e` may hold a phrase of the condition more than once: 0 when each stands in it exactly once, so that
 * its text need not be read. Null when only texts can tell: of alternatives one may be missing, and what goes on after a
 * prefix has no mark.
 */
export function mayRepeat(node: TextNode): SQL | null {
  const phrases = requiredPhrases(node);
  if (phrases === null) return null;
  const certain = phrases.filter((phrase) => !isVague(phrase));
  const marks = certain.map((phrase) => marksOf(phrase));
  if (marks.some((each) => each.length === 0)) return null;
  if (marks.length === 0) return sql`0`;
  const each = marks.map(
    (list) =>
      sql`(${sql.join(
        list.map((mark) => sql`instr(e.repeats, ${mark}) > 0`),
        sql` AND `,
      )})`,
  );
  return sql`coalesce(${sql.join(each, sql` OR `)}, 1)`;
}

/** The phrases that each match holds; null when some of them may be missing. The tree's depth is bounded. */
export function requiredPhrases(node: TextNode): readonly Phrase[] | null {
  if (node.type === 'phrase') return [node];
  if (node.type === 'not') return [];
  if (node.type === 'or') return null;
  const parts = node.nodes.map(requiredPhrases);
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** Of a prefix the whole term is not known. */
function marksOf({ terms, isPrefix }: Phrase): readonly string[] {
  return phraseMarks(isPrefix ? terms.slice(0, -1) : terms);
}
