import type { Role } from '../../server/contract/actor.ts';

/** What somebody of a role may see and do, in a sentence. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Sees every session, may import folders of the server, and manages the team.',
  operator: 'Sees every session but other people’s incognito ones, and may import folders of the server.',
  member: 'Sees their own sessions and what is shared with them. May upload files.',
};
