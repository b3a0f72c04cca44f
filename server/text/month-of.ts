const DAY_S = 86_400;

/**
 * Tells in which month of a zone's calendar an instant lies: `2026-11`. Most days lie in one month from end to end, so
 * that a formatter is asked about each day once, and only in the days around a month's turn about each second.
 * Throws RangeError for a zone that is none.
 */
export function openMonths(timeZone: string): (timeMs: number) => string {
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
  });
  const days = new Map<number, string | null>();
  const read = (second: number): string => label(formatter, second * 1000);
  const wholeDay = (day: number): string | null => {
    const first = read(day * DAY_S);
    return first === read((day + 1) * DAY_S - 1) ? first : null;
  };
  return (timeMs) => {
    const second = Math.floor(timeMs / 1000);
    const day = Math.floor(second / DAY_S);
    let month = days.get(day);
    if (month === undefined) {
      month = wholeDay(day);
      days.set(day, month);
    }
    return month ?? read(second);
  };
}

function label(formatter: Intl.DateTimeFormat, timeMs: number): string {
  const fields = new Map(formatter.formatToParts(timeMs).map((part) => [part.type, part.value]));
  return `${(fields.get('year') ?? '').padStart(4, '0')}-${fields.get('month') ?? ''}`;
}
