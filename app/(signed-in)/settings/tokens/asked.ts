import type { ShownToken } from '../../../../server/contract/token.ts';

/** What was asked for, and is done in a dialog. */
export type Asked =
  | { readonly act: 'create' }
  | { readonly act: 'revoke-all' }
  | { readonly act: 'rotate' | 'revoke'; readonly token: ShownToken };
