import type { GrepFigures } from './grep.ts';
import type { Timing } from './measure.ts';
import { type Bar, barAtLeast, barAtMost, type Row, rounded } from './report.ts';
import { BY_SCORE, type SearchTime } from './search-timing.ts';

/** From this size on the bars of the largest corpus hold. */
const LARGE_MESSAGES = 1_000_000;
const SELECTIVE = { times: 2, plusMs: 2 };
const COMMON_P95_MS = 60;
const COMMON_SHARE_OF_RANK = 0.05;
const UNSPACED_MS = 10;
const MEMBER_TIMES = 1.5;
const GROWTH_TIMES = 1.5;
const GREP_TIMES = 100;
const UNSPACED = ['two Chinese characters', 'Thai word'];

/** What one size of corpus gave. */
export type Measured = {
  readonly messages: number;
  readonly times: readonly (SearchTime & { readonly rssMib: number })[];
  readonly grep: GrepFigures & { readonly oursMs: number };
  readonly member: Readonly<Record<'selective' | 'common', { readonly owner: Timing; readonly member: Timing }>>;
};

export function toRow(messages: number, time: Measured['times'][number]): Row {
  const { query, order, matches, ours, bare, rssMib } = time;
  return {
    messages,
    query,
    order,
    matches,
    medianMs: rounded(ours.medianMs),
    p95Ms: rounded(ours.p95Ms),
    bareMedianMs: bare === null ? null : rounded(bare.medianMs),
    bareP95Ms: bare === null ? null : rounded(bare.p95Ms),
    ratio: bare === null ? null : rounded(ours.medianMs / bare.medianMs),
    rssMib: Math.round(rssMib),
  };
}

export function sizeBars(measured: Measured): readonly Bar[] {
  const { messages, times, member } = measured;
  const name = (text: string): string => `${messages}: ${text}`;
  const of = (query: string) => times.filter((time) => time.query === query);
  const bars = of('selective word').map(({ order, ours, bare }) =>
    barAtMost(
      name(`selective word, ${order}: median ms`),
      ours.medianMs,
      SELECTIVE.times * (bare?.medianMs ?? 0) + SELECTIVE.plusMs,
    ),
  );
  for (const { query, order, ours } of UNSPACED.flatMap(of))
    bars.push(barAtMost(name(`${query}, ${order}: median ms`), ours.medianMs, UNSPACED_MS));
  for (const [word, pair] of Object.entries(member)) {
    const ratio = pair.member.medianMs / pair.owner.medianMs;
    bars.push(barAtMost(name(`${word} word, member with 1%: times the owner’s`), ratio, MEMBER_TIMES));
  }
  return messages >= LARGE_MESSAGES ? [...bars, ...largeBars(measured)] : bars;
}

function largeBars({ messages, times, grep }: Measured): readonly Bar[] {
  const bars: Bar[] = [];
  for (const { query, order, ours, bare } of times) {
    if (query === 'common word' || query.startsWith('one letter'))
      bars.push(barAtMost(`${messages}: ${query}, ${order}: p95 ms`, ours.p95Ms, COMMON_P95_MS));
    if (query === 'common word' && order === BY_SCORE && bare !== null)
      bars.push(
        barAtMost(`${messages}: ${query}: share of ORDER BY rank`, ours.medianMs / bare.medianMs, COMMON_SHARE_OF_RANK),
      );
  }
  bars.push(barAtLeast(`${messages}: times faster than ${grep.name}`, grep.medianMs / grep.oursMs, GREP_TIMES));
  return bars;
}

/** What a selective query costs from one size to the next. */
export function growthBars(measured: readonly Measured[]): readonly Bar[] {
  return measured.slice(1).flatMap((larger, index) => {
    const smaller = measured[index];
    return larger.times.flatMap((time) => {
      if (smaller === undefined || time.query !== 'selective word') return [];
      const before = smaller.times.find((each) => each.query === time.query && each.order === time.order);
      const ratio = time.ours.medianMs / (before?.ours.medianMs ?? Number.NaN);
      const name = `selective word, ${time.order}: ${larger.messages} messages, times ${smaller.messages}`;
      return [barAtMost(name, ratio, GROWTH_TIMES)];
    });
  });
}
