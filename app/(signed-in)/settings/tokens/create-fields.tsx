'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { TOKEN_VISIBILITIES } from '../../../../server/contract/actor.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { Field } from '../../../_ui/field.tsx';
import { VISIBILITY_MEANINGS } from './token-words.ts';

const SESSIONS_OFFERED = 50;

type CreateFieldsProps = {
  /** What was chosen needs a session to begin at. */
  readonly isBound: boolean;
  /** What was chosen can be kept to some agents. */
  readonly hasList: boolean;
};

/** Agents and sessions complete from one's own, and can be typed or pasted. */
export function CreateFields({ isBound, hasList }: CreateFieldsProps) {
  const id = useId();
  return (
    <>
      <Field
        label="Name"
        name="name"
        maxLength={100}
        autoComplete="off"
        hint="What will use it, for you to know it by."
        required
      />
      <Field label="Agent" name="agent" maxLength={64} autoComplete="off" list={`${id}-agents`} required />
      <VisibilityChoice />
      <Field
        label={isBound ? 'Session' : 'Session (not needed)'}
        name="session"
        autoComplete="off"
        list={`${id}-sessions`}
        hint="Key or id of a session of that agent. The token ends when the session is deleted."
        required={isBound}
      />
      {hasList ? (
        <Field
          label="Only these agents"
          name="agents"
          autoComplete="off"
          hint="With commas between. Empty: all of yours."
        />
      ) : null}
      <Switches />
      <Field label="Until the end of" name="until" type="date" hint="Empty: until you revoke it." />
      <Offers id={id} />
    </>
  );
}

function VisibilityChoice() {
  const id = useId();
  return (
    <fieldset className="tokens-choice">
      <legend>What it sees of your own sessions</legend>
      {TOKEN_VISIBILITIES.map((visibility) => (
        <div key={visibility}>
          <label>
            <input
              type="radio"
              name="visibility"
              value={visibility}
              defaultChecked={visibility === 'tree'}
              aria-describedby={`${id}-${visibility}`}
            />
            {visibility}
          </label>
          <p className="muted" id={`${id}-${visibility}`}>
            {VISIBILITY_MEANINGS[visibility]}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

const SWITCHES = [
  ['sandboxed', 'Sandboxed', 'Never more than the session and what it spawned, whatever is chosen above.'],
  ['granted', 'With what others share with you', 'Else it sees your own sessions alone.'],
  ['write', 'May send transcripts', 'Else it only reads.'],
] as const;

function Switches() {
  const id = useId();
  return (
    <fieldset className="tokens-choice">
      <legend>Further choices</legend>
      {SWITCHES.map(([name, label, meaning]) => (
        <div key={name}>
          <label>
            <input type="checkbox" name={name} aria-describedby={`${id}-${name}`} />
            {label}
          </label>
          <p className="muted" id={`${id}-${name}`}>
            {meaning}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

/** Nothing waits for these: what is not offered can be typed. */
function Offers({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions()).data?.email;
  const asked = { limit: SESSIONS_OFFERED, ...(me === undefined ? {} : { person: me }) };
  const sessions =
    useQuery({ ...trpc.sessions.list.queryOptions(asked), enabled: me !== undefined }).data?.sessions ?? [];
  const agents = [...new Set(sessions.map(({ agentId }) => agentId))];
  return (
    <>
      <datalist id={`${id}-agents`}>
        {agents.map((agent) => (
          <option key={agent} value={agent}>
            {agent}
          </option>
        ))}
      </datalist>
      <datalist id={`${id}-sessions`}>
        {sessions
          .filter(({ isIncognito }) => !isIncognito)
          .map(({ sessionId, sessionKey, title }) => (
            <option key={sessionId} value={sessionKey}>
              {title ?? sessionKey}
            </option>
          ))}
      </datalist>
    </>
  );
}
