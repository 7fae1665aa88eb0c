import { describe, expect, it } from '@jest/globals';
import { Name } from '@tributary/contracts/values/name';
import fc from 'fast-check';
import { EmailAddress } from '@tributary/contracts/admin/user';
import { namesOfEmail } from './names-of-email.js';

describe('the names in an e-mail', () => {
  it.each([
    ['ada.lovelace@example.org', 'ada', 'lovelace'],
    ['ada-marie_lovelace@example.org', 'ada', 'marie lovelace'],
    ['ada@example.org', 'ada', 'example.org'],
    ['..@example.org', '..@example.org', 'example.org'],
  ])('%s', (email, first_name, last_name) => {
    expect(namesOfEmail(email)).toEqual({ first_name, last_name });
  });

  it('are names, of any address', () => {
    const addresses = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'grapheme' }).map((text) => `${text}@${text}`),
    );
    fc.assert(
      fc.property(addresses, (email) => {
        fc.pre(EmailAddress.safeParse(email).success);
        const { first_name, last_name } = namesOfEmail(email);
        expect(Name.safeParse(first_name).success && Name.safeParse(last_name).success).toBe(true);
      }),
    );
  });
});
