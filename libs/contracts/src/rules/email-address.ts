/**
 * The spelling of an e-mail address that is hashed. Every hash of an address that the platform makes, or that a browser makes
 * for it, is the SHA-256 of this.
 */
export const normalAddress = (email: string): string => email.trim().toLowerCase();

/** Whether a text has the shape of an e-mail address. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
