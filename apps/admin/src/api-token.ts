import { createHash } from 'node:crypto';

export const tokenSha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** All that is kept of a token's value: enough to recognise it, too little to use it. */
export const keptOfToken = (value: string) => ({ token_sha256: tokenSha256(value), last_characters: value.slice(-4) });
