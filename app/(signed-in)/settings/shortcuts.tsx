'use client';

const GROUPS = [
  {
    where: 'On every page',
    rows: [
      [['/'], 'to the search box'],
      [['Ctrl K', '⌘ K'], 'to the search box, also while typing'],
      [['Esc'], 'closes what is open'],
    ],
  },
  {
    where: 'In search',
    rows: [
      [['↓', '↑'], 'along the results'],
      [['Enter'], 'opens the result'],
      [['o'], 'opens it in a new tab'],
      [['?'], 'how to search, with all keys'],
    ],
  },
  {
    where: 'In a session',
    rows: [
      [['j', 'k'], 'next and previous message'],
      [[']', '['], 'next and previous prompt'],
      [['n', 'p'], 'next and previous hit'],
      [['?'], 'all keys'],
    ],
  },
] as const satisfies readonly { where: string; rows: readonly (readonly [keys: readonly string[], does: string])[] }[];

/** The keys that one learns first; search and sessions list all of theirs under `?`. */
export function Shortcuts() {
  return (
    <div className="settings-keys">
      {GROUPS.map(({ where, rows }) => (
        <table key={where}>
          <caption>{where}</caption>
          <tbody>
            {rows.map(([keys, does]) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
