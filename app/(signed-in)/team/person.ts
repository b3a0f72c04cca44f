import type { ShownPerson } from '../../../server/contract/person.ts';

/** A person as a row of the team. */
export type TeamPerson = ShownPerson & { readonly isMe: boolean };

export type PersonAction = 'role' | 'link' | 'disable' | 'enable';

/** Whether somebody can come in, in a few words. */
export function standingOf({ isDisabled, hasPassword }: ShownPerson): 'disabled' | 'no password yet' | 'can sign in' {
  if (isDisabled) return 'disabled';
  return hasPassword ? 'can sign in' : 'no password yet';
}
