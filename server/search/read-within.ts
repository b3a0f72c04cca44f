import type { Filter } from '../contract/query.ts';
import type { Within } from '../contract/search.ts';
import { AppError } from '../errors.ts';
import { type Calendar, openCalendar } from '../query/calendar.ts';
import { readDate } from '../query/dates.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

/**
 * What narrows a search beside its query, as filters: each is AND-ed. Throws `not-found` for a session that is not visible,
 * `bad-input` for what is no date.
 */
export async function readWithin(
  scope: ReadScope,
  within: Within,
  at: { readonly nowMs: number; readonly timeZone: string },
): Promise<readonly Filter[]> {
  const { session, role, before, after } = within;
  const calendar = openCalendar(at.nowMs, at.timeZone);
  const filters: Filter[] = [];
  if (session !== undefined) {
    const { sessionId } = await getSession(scope, session);
    filters.push(only({ field: 'session', value: sessionId }));
  }
  if (role !== undefined) filters.push(only({ field: 'role', value: role }));
  if (before !== undefined)
    filters.push(only({ field: 'time', fromMs: null, toMs: startOf('before', before, calendar) }));
  if (after !== undefined) filters.push(only({ field: 'time', fromMs: startOf('after', after, calendar), toMs: null }));
  return filters;
}

function only(test: Filter['anyOf'][number]): Filter {
  return { isNegated: false, anyOf: [test] };
}

function startOf(name: string, value: string, calendar: Calendar): number {
  const span = readDate(value, calendar);
  if (span !== null) return span.fromMs;
  throw new AppError(
    'bad-input',
    `\`${name}\` takes a date, such as 2026-11-03, 2026-11, 2026-11-03T14:30, 7d, 24h or yesterday.`,
  );
}
