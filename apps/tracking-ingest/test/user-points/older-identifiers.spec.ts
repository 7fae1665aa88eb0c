import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { deliver, erase, received, rows, status, tracking } from './erasure-fixture.js';

/** As a version before docs/inputs.md has stored them: with white space, as junk, an address as a hash. */
const older: [Identifier, string][] = [
  [{ type: 'USER_AGENT', value: ' spaced\t' }, 'user_agent_id=%20spaced%09'],
  [{ type: 'USER_AGENT', value: '[object Object]' }, 'user_agent_id=%5Bobject%20Object%5D'],
  [{ type: 'USER_ACCOUNT', compartment_id: ' crm', value: 'u ' }, 'compartment_id=%20crm,user_account_id=u%20'],
  [{ type: 'USER_EMAIL', value: 'Ann@Example.org' }, 'email_hash=Ann@Example.org'],
];

describe('a person that was stored under the rules of an older version', () => {
  it.each(older)('is erased by the path that named it: %j', async (identifier, selector) => {
    await deliver(received([identifier]));
    const stored = () =>
      rows<{ user_point_id: string }>(
        'select user_point_id from user_identifiers where datamart_id = 1 and value = $1',
        identifier.value,
      );
    const [person] = await stored();
    expect(await status(`1/user_points/${person?.user_point_id}`)).toBe(200);
    // A read follows the rules of now.
    expect(await status(`1/user_points/${selector}`)).toBe(404);
    await erase(`1/user_points/${selector}`);
    expect(await stored()).toEqual([]);
    expect(await status(`1/user_points/${person?.user_point_id}`)).toBe(404);
    expect((await tracking.call('DELETE', `1/user_points/${selector}`)).status).toBe(404);
  });
});
