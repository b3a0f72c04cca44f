'use client';

import { type PersonAction, standingOf, type TeamPerson } from './person.ts';

type PersonRowProps = {
  readonly person: TeamPerson;
  readonly onAct: (person: TeamPerson, action: PersonAction) => void;
};

const ACTIONS = [
  { key: 'role', action: 'role', words: 'Change role', when: () => true },
  { key: 'link', action: 'link', words: 'New link', when: ({ isDisabled }) => !isDisabled },
  // One button under two names: it keeps the focus.
  { key: 'standing', action: 'disable', words: 'Disable', when: ({ isDisabled }) => !isDisabled },
  { key: 'standing', action: 'enable', words: 'Enable', when: ({ isDisabled }) => isDisabled },
] as const satisfies readonly {
  key: string;
  action: PersonAction;
  words: string;
  when: (person: TeamPerson) => boolean;
}[];

export function PersonRow({ person, onAct }: PersonRowProps) {
  const { email, role, isMe } = person;
  const standing = standingOf(person);
  return (
    <tr>
      <th scope="row">
        <span className="team-email">{email}</span>
        {isMe ? <span className="team-tag">you</span> : null}
      </th>
      <td>{role}</td>
      <td className={standing === 'can sign in' ? 'muted' : 'team-standing'}>{standing}</td>
      <td className="team-actions">
        {ACTIONS.filter(({ when }) => when(person)).map(({ key, action, words }) => (
          <button key={key} type="button" aria-label={`${words}: ${email}`} onClick={() => onAct(person, action)}>
            {words}
          </button>
        ))}
      </td>
    </tr>
  );
}
