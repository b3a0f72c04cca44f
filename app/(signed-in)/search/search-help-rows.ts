/** What is typed, and what it means. */
export type HelpRow = readonly [typed: string, means: string];

export const WORDS: readonly HelpRow[] = [
  ['deploy failed', 'both words, in any order'],
  ['"exit code 1"', 'side by side, in this order'],
  ['timeout OR retry', 'either; OR in capitals'],
  ['deploy (blue OR green)', 'groups'],
  ['error -warning', 'without a word, a "phrase" or a (group)'],
  ['migrat*', 'words that begin so; up to 4'],
  ['foo_bar a.b C++ #12', 'as they are written, with their signs'],
  ['3f9c2a7e', 'an id or a session key and nothing else: what it names comes first'],
];

export const FILTERS: readonly HelpRow[] = [
  ['agent: kind: role:', 'who worked, how it was started, who wrote it (user, assistant)'],
  ['project: model: source:', 'where, with which model, in which format'],
  ['person: label: title:', 'whose session, its labels, words of its title'],
  ['session:', 'one session, by its key or any of its ids'],
  ['after: before: on:', '2026-11-03, 2026-11, 2026-11-03T14:30, today, yesterday, 24h, 7d, 2w, 3m, 1y'],
  ['in:tools', 'tool calls and their output instead of messages, newest first; role:tool for output alone'],
  ['has:secret', 'where something was masked'],
  ['branch:any', 'abandoned branches too'],
  ['is:archived', 'archived sessions only'],
];

export const KEYS: readonly HelpRow[] = [
  ['/', 'to the search box'],
  ['↓ ↑', 'from the box into the results, and along them'],
  ['Enter', 'in the box: exactly these words; on a result: open it'],
  ['o', 'open the result in a new tab'],
  ['Esc', 'back to the box'],
];
