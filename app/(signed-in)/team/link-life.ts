/** How long a link to choose a password is good; the server decides (`server/auth/password-link.ts`). */
export const LINK_LIFE_HOURS = 72;
