/**
 * The end of a day of the browser's own zone, in Unix milliseconds, as a date field writes it (`2026-11-30`).
 * Null for an empty field and for what is no date.
 */
export function endOfDayMs(date: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  // By the calendar, not by 24 hours: a day may have 23 or 25.
  return new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
}
