import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const put = (path: string, body: object | string) => tracking.call('PUT', path, body);
const get = (path: string) => tracking.call('GET', path);
const notFound = refused(404, 'RESOURCE_NOT_FOUND', 'Resource Not Found');

type Refusal = [string, string, string, object | string, ReturnType<typeof refused>];

describe('PUT of a profile', () => {
  it('refuses an account of another user point, of known and unknown selectors alike, and changes nothing', async () => {
    const [one, other] = [aPerson(), aPerson()];
    await put(one.profile, { a: 1 });
    await put(other.profile, { a: 2 });
    const owned = refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'user_account_id');
    const theirs = `user_profiles/compartment_id=c/user_account_id=${other.account}`;
    expect(await put(`${one.point}/${theirs}`, { a: 3 })).toMatchObject(owned);
    expect(await put(`7/user_points/user_agent_id=${randomUUID()}/${theirs}`, { a: 3 })).toMatchObject(owned);
    expect(await put(`7/user_points/user_point_id=${randomUUID()}/${theirs}`, { a: 3 })).toMatchObject(notFound);
    expect((await get(other.profile)).body.data).toMatchObject({ a: 2 });
  });

  it.each<Refusal>([
    ['an unknown user point id', randomUUID(), '', {}, notFound],
    ['an unknown strategy', '', '?update_strategy=REPLACE', {}, refused(400, 'BAD_REQUEST_DATA', 'update_strategy')],
    ['an unknown flag', '', '?merge_objects=yes', {}, refused(400, 'BAD_REQUEST_DATA', 'merge_objects')],
    ['a body that is no object', '', '', [], refused(400, 'BAD_REQUEST_DATA')],
    ['a body that is not JSON', '', '', '{', refused(400, 'BAD_REQUEST_FORMAT')],
    ['a time of 0', '', '', { $ts: 0 }, refused(400, 'BAD_REQUEST_DATA', '$ts')],
    ...['12x', '-1', '1e3', '0', ''].map((time): Refusal => [
      `the time "${time}"`,
      '',
      '',
      { $ts: time },
      refused(400, 'BAD_REQUEST_DATA', '$ts'),
    ]),
    ...['7.5', '7.0', '7e0'].map((id): Refusal => [
      `the compartment ${id}`,
      '',
      '',
      `{"$compartment_id":${id}}`,
      refused(400, 'BAD_REQUEST_DATA', '$compartment_id'),
    ]),
    [
      'another compartment in the body',
      '',
      '',
      { $compartment_id: 'd' },
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$compartment_id'),
    ],
    [
      'another account in the body',
      '',
      '',
      { $user_account_id: 'x' },
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$user_account_id'),
    ],
    [
      'another compartment in the body, an integer',
      '',
      '',
      { $compartment_id: 7 },
      refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', '$compartment_id'),
    ],
    ['a selector of none of the forms', 'email=a@b.c', '', {}, refused(400, 'BAD_REQUEST_DATA')],
    ['a junk selector', 'user_agent_id=0000', '', {}, refused(400, 'BAD_REQUEST_DATA', 'identifies no person')],
    ['an e-mail hash with a space', 'email_hash=a%20b', '', {}, refused(400, 'BAD_REQUEST_DATA', 'email_hash')],
    ['a junk e-mail hash', 'email_hash=0000', '', {}, refused(400, 'BAD_REQUEST_DATA', 'identifies no person')],
  ])('refuses %s', async (_case, selector, query, body, expected) => {
    const { profile, selector: own } = aPerson();
    expect(await put(profile.replace(own, selector || own) + query, body)).toMatchObject(expected);
  });

  it.each([
    [
      'a junk account',
      'compartment_id=c/user_account_id=null',
      refused(400, 'BAD_REQUEST_DATA', 'identifies no person'),
    ],
    ['an empty compartment', 'compartment_id=/user_account_id=u', refused(400, 'BAD_REQUEST_DATA', 'compartment_id')],
    ['other names in the path', 'compartment=c/account=u', notFound],
  ])('refuses %s', async (_case, profile, expected) => {
    expect(await put(`${aPerson().point}/user_profiles/${profile}`, {})).toMatchObject(expected);
  });
});
