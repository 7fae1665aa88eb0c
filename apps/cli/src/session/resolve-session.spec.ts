import { describe, expect, it } from '@jest/globals';
import { resolveSession } from './resolve-session.js';

const saved = { url: 'https://a.example', token: 'saved', user_id: '1', datamart_id: '7', organisation_id: '3' };

describe('resolveSession', () => {
  it.each([
    ['what was saved', {}, { url: 'https://a.example', token: 'saved', datamart_id: '7', organisation_id: '3' }],
    ['the environment first', { token: 'given', datamart_id: '8' }, { token: 'given', datamart_id: '8' }],
    ['the same address in other words', { url: 'https://a.example/v1/' }, { token: 'saved', datamart_id: '7' }],
    [
      'nothing saved for another platform',
      { url: 'https://b.example', token: 'given' },
      { url: 'https://b.example', token: 'given', datamart_id: undefined, organisation_id: undefined },
    ],
  ])('takes %s', (_case, given, expected) => expect(resolveSession(given, saved)).toMatchObject(expected));

  it('does not send the saved token to another platform', () =>
    expect(() => resolveSession({ url: 'https://b.example' }, saved)).toThrow('no token for https://b.example'));

  it('without a login says what to do', () =>
    expect(() => resolveSession({}, undefined)).toThrow(
      expect.objectContaining({ message: 'you are not logged in', hint: expect.stringContaining('tributary login') }),
    ));
});
