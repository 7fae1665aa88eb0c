import { createHash, webcrypto } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CannotHashEmail, guessSelector } from './guess-selector.js';

const id = '0191f7a0-0000-7000-8000-00000000000a';
const hash = 'ab'.repeat(32);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('guessSelector', () => {
  it.each([
    ['alice@example.com', `email_hash=${sha256('alice@example.com')}`],
    ['  Alice@Example.COM ', `email_hash=${sha256('alice@example.com')}`],
    ['ÉLODIE@example.com', `email_hash=${sha256('élodie@example.com')}`],
    [hash.toUpperCase(), `email_hash=${hash}`],
    [id.toUpperCase(), id],
    ['default/u-1', 'compartment_id=default,user_account_id=u-1'],
    ['1606/alice@example.com', 'compartment_id=1606,user_account_id=alice@example.com'],
    ['7/a/b', 'compartment_id=7,user_account_id=a/b'],
    ['compartment_id=7,user_account_id=x=y,z', 'compartment_id=7,user_account_id=x=y,z'],
    ['compartmentId=7/userAccountId=u', 'compartment_id=7,user_account_id=u'],
    ['email_hash=Ab+/Z=', 'email_hash=Ab+/Z='],
    ['user_agent_id=a=b,c', 'user_agent_id=a=b,c'],
    [`user_point_id=${id}`, id],
    [
      'mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d',
      'user_agent_id=mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d',
    ],
    ['tv:9/x', 'user_agent_id=tv:9/x'],
  ])('is certain of "%s"', async (text, selector) =>
    expect(await guessSelector(text)).toMatchObject({ selector, isCertain: true }),
  );

  it.each(['u-1', '42', '38400000-8cf0-41bd-b23e-10b96e40000d', 'a@b', 'x=y', 'ab'.repeat(31)])(
    'leaves it to the user whether "%s" is an agent or an account',
    async (text) =>
      expect(await guessSelector(text)).toEqual({
        kind: 'user_agent_id',
        selector: `user_agent_id=${text}`,
        isCertain: false,
        others: [{ kind: 'user_account', selector: `compartment_id=default,user_account_id=${text}` }],
      }),
  );

  it('offers what else a certain text may be', async () =>
    expect((await guessSelector('alice@example.com'))?.others.map(({ selector }) => selector)).toEqual([
      'user_agent_id=alice@example.com',
      'compartment_id=default,user_account_id=alice@example.com',
    ]));

  it.each(['', '   '])('guesses nothing from "%s"', async (text) => expect(await guessSelector(text)).toBeUndefined());

  it('says that it cannot hash an address on a page from plain http', async () => {
    jest.spyOn(webcrypto, 'subtle', 'get').mockReturnValue(undefined as unknown as typeof webcrypto.subtle);
    await expect(guessSelector('alice@example.com')).rejects.toThrow(CannotHashEmail);
    expect(await guessSelector(hash)).toMatchObject({ selector: `email_hash=${hash}` });
  });
});
