/** The secret of the invitation's link that this tab has opened. In memory only: a reload needs the link again. */
let secret: string | undefined;

/** @param hash of the address, with or without its `#` */
export function takeSecret(hash: string): boolean {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith('tbi_')) return false;
  secret = text;
  return true;
}

export const takenSecret = (): string | undefined => secret;

/** It is used. */
export const forgetSecret = (): void => void (secret = undefined);
