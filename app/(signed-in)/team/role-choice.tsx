'use client';

import { useId } from 'react';
import { ROLES, type Role } from '../../../server/contract/actor.ts';
import { ROLE_MEANINGS } from '../../_parts/role-meanings.ts';

/** The field `role` of a form: what each may see and do stands beside it. */
export function RoleChoice({ initial }: { readonly initial: Role }) {
  const id = useId();
  return (
    <fieldset className="team-roles">
      <legend>Role</legend>
      {ROLES.toReversed().map((role) => (
        <div key={role}>
          <label>
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === initial}
              aria-describedby={`${id}-${role}`}
            />
            {role}
          </label>
          <p className="muted" id={`${id}-${role}`}>
            {ROLE_MEANINGS[role]}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

/** What was chosen; the least, when nothing was. */
export function roleOf(form: FormData): Role {
  return ROLES.find((role) => role === form.get('role')) ?? 'member';
}
