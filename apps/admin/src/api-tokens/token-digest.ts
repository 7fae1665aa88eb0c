import { createHash } from 'node:crypto';

export const tokenSha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** The stored columns of a token's value: enough to recognise the token, not enough to use it. */
export const storedTokenFields = (value: string) => ({
  token_sha256: tokenSha256(value),
  last_characters: value.slice(-4),
});
