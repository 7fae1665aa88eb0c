import { describe, expect, it } from '@jest/globals';
import { InvitationAttempts } from './invitation-attempts.js';

const begin = (attempts: InvitationAttempts, address: string, times: number) => {
  for (let time = 0; time < times; time++) attempts.begin(address, 0);
};

describe('wrong invitations', () => {
  it('of one address are ten in a minute, and those of others do not count', () => {
    const attempts = new InvitationAttempts();
    begin(attempts, '192.0.2.1', 10);
    expect(() => attempts.begin('192.0.2.1', 59_999)).toThrow('too many wrong invitations');
    attempts.begin('192.0.2.2', 59_999);
    attempts.begin('192.0.2.1', 60_000);
  });

  it('of all addresses are 300 in a minute', () => {
    const attempts = new InvitationAttempts();
    for (let host = 0; host < 300; host++) attempts.begin(`198.51.100.${host}`, 0);
    expect(() => attempts.begin('192.0.2.1', 59_999)).toThrow('too many wrong invitations');
    attempts.begin('192.0.2.1', 60_000);
  });

  it('do not count if they were right', () => {
    const attempts = new InvitationAttempts();
    for (let time = 0; time < 1_000; time++) attempts.begin('192.0.2.1', 0)();
    begin(attempts, '192.0.2.1', 10);
  });
});
