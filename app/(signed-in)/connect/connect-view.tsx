'use client';

import Link from 'next/link';
import { TOKEN_VISIBILITIES } from '../../../server/contract/actor.ts';
import { CopyBlock } from '../../_ui/copy-block.tsx';
import { CopyField } from '../../_ui/copy-field.tsx';
import { VISIBILITY_MEANINGS } from '../settings/tokens/token-words.ts';
import './connect.css';
import { type Recipe, recipesFor, TOKEN_HERE } from './recipes.ts';

const TOOLS = [
  ['sessions_search', 'Finds messages by words, phrases and filters, best first, each with a snippet.'],
  [
    'sessions_history',
    'Opens what was found in its surroundings, or a session’s newest messages; tool calls on demand.',
  ],
  ['sessions_list', 'Lists sessions, the newest first, with their last messages where they are asked for.'],
] as const;

/** How an agent is given its own past: an address, a token, and what it may see with it. */
export function ConnectView({ address }: { readonly address: string }) {
  return (
    <div className="page connect">
      <header>
        <h1>Connect an agent</h1>
        <p className="muted">
          Agents recall their own past sessions over MCP, with tools that read and change nothing. Secrets are masked
          for them as they are for you.
        </p>
      </header>
      <section aria-labelledby="connect-token">
        <h2 id="connect-token">1. A token</h2>
        <p>
          <Link href="/settings/tokens">Make a token</Link> for the agent, and put it where <code>{TOKEN_HERE}</code>{' '}
          stands below. Whoever has it sees what it sees: keep it out of repositories and chats.
        </p>
        <CopyField label="Address" text={address} />
      </section>
      <section aria-labelledby="connect-agent">
        <h2 id="connect-agent">2. The agent</h2>
        {recipesFor(address).map((recipe) => (
          <HowTo key={recipe.agent} recipe={recipe} />
        ))}
      </section>
      <Table id="connect-tools" title="What the agent can do then" rows={TOOLS} />
      <Table
        id="connect-sees"
        title="What its token sees"
        rows={TOKEN_VISIBILITIES.map((each) => [each, VISIBILITY_MEANINGS[each]] as const)}
        note="Of your own sessions only, never incognito ones; what is shared with you only where the token was made so. A sandboxed token never sees more than its session and what that spawned."
      />
    </div>
  );
}

function HowTo({ recipe: { agent, steps } }: { readonly recipe: Recipe }) {
  return (
    <details className="connect-agent">
      <summary>
        <h3>{agent}</h3>
      </summary>
      {steps.map(({ label, text }) => (
        <CopyBlock key={label} label={label} text={text} />
      ))}
    </details>
  );
}

type TableProps = {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly (readonly [name: string, means: string])[];
  readonly note?: string;
};

function Table({ id, title, rows, note }: TableProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="connect-table" aria-labelledby={id}>
        <tbody>
          {rows.map(([name, means]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{means}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note === undefined ? null : <p className="muted">{note}</p>}
    </section>
  );
}
