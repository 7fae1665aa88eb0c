import { RequestFailure } from '@tributary/client/request-failure';
import { describe, expect, it } from '@jest/globals';
import { bodyOfUser, emailProblem } from './body-of-user.js';

const typed = { first_name: ' Ana ', last_name: 'B', email: '', display_name: 'Sync' };

describe('bodyOfUser', () => {
  it('has the names of a person', () =>
    expect(bodyOfUser({ ...typed, type: 'PERSON' })).toEqual({ type: 'PERSON', first_name: 'Ana', last_name: 'B' }));
  it('has the display name of a service account', () =>
    expect(bodyOfUser({ ...typed, type: 'SERVICE', email: 'ops@x.example' })).toEqual({
      type: 'SERVICE',
      display_name: 'Sync',
      email: 'ops@x.example',
    }));
});

describe('emailProblem', () => {
  it.each([
    [
      new RequestFailure('email: another user has it already', 400, 'EMAIL_ALREADY_EXISTS'),
      'Another user has it already',
    ],
    [new RequestFailure('email: must be an e-mail address', 400, 'BAD_REQUEST_DATA'), 'must be an e-mail address'],
    [new RequestFailure('first_name: is required', 400, 'BAD_REQUEST_DATA'), undefined],
    [undefined, undefined],
  ])('%s', (failure, problem) => expect(emailProblem(failure)).toBe(problem));
});
