import { createHash } from 'node:crypto';

// The lengths that an address may have also bound the work for a text of any form.
const address = /[^\s@"<>(),;:[\]]{1,64}@[^\s@"'<>(),;:[\]]{1,254}/g;

/**
 * Replaces each e-mail address in the texts and names of a JSON value by its hash, `email_hash=…`, by which the person can
 * still be found: SHA-256 of the lower-cased address, as the platform keeps it.
 */
export function hideAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(address, hashOf);
  if (Array.isArray(value)) return value.map(hideAddresses);
  // Numbers whose digits are kept are objects.
  if (typeof value !== 'object' || value === null || value instanceof Number) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(address, hashOf), hideAddresses(member)]),
  );
}

/** A quote before it belongs to the text around, as does a dot after it. A name without a dot within is no address. */
function hashOf(found: string): string {
  const [, before = '', email = '', after = ''] = /^('?)([^@]+@.+?)(\.*)$/s.exec(found) ?? [];
  if (!/@.*[^.]\./s.test(email)) return found;
  return `${before}email_hash=${createHash('sha256').update(email.toLowerCase()).digest('hex')}${after}`;
}
