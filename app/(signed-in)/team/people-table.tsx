'use client';

import type { PersonAction, TeamPerson } from './person.ts';
import { PersonRow } from './person-row.tsx';

type PeopleTableProps = {
  /** Null while they are not there yet. */
  readonly people: readonly TeamPerson[] | null;
  readonly onAct: (person: TeamPerson, action: PersonAction) => void;
};

/** All people by e-mail; there is always one: who looks at it. */
export function PeopleTable({ people, onAct }: PeopleTableProps) {
  if (people === null) return <p className="skeleton team-loading" aria-hidden />;
  return (
    <>
      <table className="team-table">
        <caption className="visually-hidden">People of this server</caption>
        <thead>
          <tr>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Sign-in</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={person.email} person={person} onAct={onAct} />
          ))}
        </tbody>
      </table>
      {people.length === 1 ? (
        <p className="muted team-alone">
          You are alone here. Somebody you invite sees nothing of yours until you share it, unless you make them an
          operator or an owner.
        </p>
      ) : null}
    </>
  );
}
