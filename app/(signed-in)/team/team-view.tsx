'use client';

import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '../../_parts/format-number.ts';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PersonAction, TeamPerson } from './person.ts';
import { RoleDialog } from './role-dialog.tsx';
import './team.css';
import { usePersonChange } from './use-person-change.ts';

type Asked = { readonly person: TeamPerson; readonly action: PersonAction };

/** Who can come in, as what; for owners. */
export function TeamView() {
  const trpc = useTRPC();
  const people = useQuery(trpc.users.list.queryOptions());
  const me = useQuery(trpc.users.me.queryOptions()).data?.email;
  const [isInviting, setIsInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [notice, setNotice] = useState('');
  const enabling = usePersonChange({ isMe: false }, () => undefined);
  const onAct = (person: TeamPerson, action: PersonAction): void => {
    setNotice('');
    if (action !== 'enable') return setAsked({ person, action });
    const { email } = person;
    enabling.mutate({ email, isDisabled: false }, { onSuccess: () => setNotice(`${email} can sign in again.`) });
  };
  const onEnd = (said: string | null): void => {
    setAsked(null);
    setNotice(said ?? '');
  };
  const problem = people.error ?? enabling.error;
  return (
    <div className="page team">
      <TeamHead count={people.data?.length ?? null} onInvite={() => setIsInviting(true)} />
      <output className="team-notice">{notice}</output>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {errorText(problem)}{' '}
          {people.isError ? (
            <button type="button" onClick={() => void people.refetch()}>
              Try again
            </button>
          ) : null}
        </p>
      )}
      <PeopleTable
        people={people.data?.map((person) => ({ ...person, isMe: person.email === me })) ?? null}
        onAct={onAct}
      />
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
      {asked === null ? null : <Asking asked={asked} onEnd={onEnd} />}
    </div>
  );
}

function TeamHead({ count, onInvite }: { readonly count: number | null; readonly onInvite: () => void }) {
  return (
    <header className="team-head">
      <div>
        <h1>Team</h1>
        <p className="muted">{count === null ? 'Loading …' : countOf(count, 'person', 'people')}</p>
      </div>
      <button type="button" className="primary" onClick={onInvite}>
        <UserPlus size={16} aria-hidden />
        Invite a person
      </button>
    </header>
  );
}

function Asking({ asked, onEnd }: { readonly asked: Asked; readonly onEnd: (notice: string | null) => void }) {
  const { person, action } = asked;
  if (action === 'role') return <RoleDialog person={person} onEnd={onEnd} />;
  return action === 'link' ? (
    <LinkDialog person={person} onEnd={onEnd} />
  ) : (
    <DisableDialog person={person} onEnd={onEnd} />
  );
}
