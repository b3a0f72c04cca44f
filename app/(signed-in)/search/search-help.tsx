'use client';

import { Dialog } from '../../_ui/dialog.tsx';

type Row = readonly [typed: string, means: string];

const WORDS: readonly Row[] = [
  ['deploy failed', 'both words, in any order'],
  ['"exit code 1"', 'side by side, in this order'],
  ['timeout OR retry', 'either; OR in capitals'],
  ['deploy (blue OR green)', 'groups'],
  ['error -warning', 'without a word, a "phrase" or a (group)'],
  ['migrat*', 'words that begin so; up to 4'],
];

const FILTERS: readonly Row[] = [
  ['agent: kind: role:', 'who worked, how it was started, who wrote it (user, assistant)'],
  ['project: model: source:', 'where, with which model, in which format'],
  ['person: label: title:', 'whose session, its labels, words of its title'],
  ['session:', 'one session, by its id or key'],
  ['after: before: on:', '2026-11-03, 2026-11, 2026-11-03T14:30, today, yesterday, 24h, 7d, 2w, 3m, 1y'],
  ['branch:any', 'abandoned branches too'],
  ['is:archived', 'archived sessions only'],
];

const KEYS: readonly Row[] = [
  ['/', 'to the search box'],
  ['↓ ↑', 'from the box into the results, and along them'],
  ['Enter', 'in the box: exactly these words; on a result: open it'],
  ['o', 'open the result in a new tab'],
  ['Esc', 'back to the box'],
];

/** The query language and the keys, on one sheet. */
export function SearchHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="How to search" onClose={onClose}>
      <HelpTable caption="Words" rows={WORDS} />
      <HelpTable caption="Filters" rows={FILTERS} />
      <p className="muted">
        The same filter twice means either value, different ones mean all. A minus before a filter turns it round:{' '}
        <code>-agent:ops</code>. Values with spaces go in quotes: <code>project:"my app"</code>. Filters alone list the
        newest messages. While you type, the last word may go on.
      </p>
      <HelpTable caption="Keys" rows={KEYS} />
    </Dialog>
  );
}

function HelpTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Row[] }) {
  return (
    <table className="search-help">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([typed, means]) => (
          <tr key={typed}>
            <th scope="row">
              <code>{typed}</code>
            </th>
            <td>{means}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
