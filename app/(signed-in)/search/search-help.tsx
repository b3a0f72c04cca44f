'use client';

import { QUERY_MAX_TERMS } from '../../../server/contract/query.ts';
import { Dialog } from '../../_ui/dialog.tsx';
import { FILTERS, type HelpRow, KEYS, WORDS } from './search-help-rows.ts';

/** The query language and the keys, on one sheet. */
export function SearchHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="How to search" onClose={onClose}>
      <HelpTable caption="Words" rows={WORDS} />
      <HelpTable caption="Filters" rows={FILTERS} />
      <p className="muted">
        The same filter twice means either value, different ones mean all. A minus before a filter turns it round:{' '}
        <code>-agent:ops</code>. Values with spaces go in quotes: <code>project:"my app"</code>. Filters alone list the
        newest messages. While you type, the last word may go on. Where no message holds all words, the best of those
        that hold some are shown, and the page says so. A query may hold {QUERY_MAX_TERMS} words, phrases and filters.
      </p>
      <HelpTable caption="Keys" rows={KEYS} />
    </Dialog>
  );
}

function HelpTable({ caption, rows }: { readonly caption: string; readonly rows: readonly HelpRow[] }) {
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
