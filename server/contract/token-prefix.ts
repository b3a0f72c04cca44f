/** What the tokens of this product look like: `sbk_` and 43 characters of base64url, which are 32 random bytes. */

export const TOKEN_PREFIX = 'sbk_';
export const TOKEN_BODY_CHARACTERS = 43;
