import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { client, send } from './openapi-fixture.js';

/** Lists a person who has gained too many accounts. */
export async function flagSomeone(): Promise<void> {
  const identifiers = Array.from({ length: 5 }, (_, index) => ({
    type: 'USER_ACCOUNT',
    user_account_id: `flagged-${index}`,
  }));
  await client.succeed(client.with('associateUserIdentifiers', { identifiers }));
  await eventually(async () => {
    await send('listFlaggedPeople');
    expect(client.nonEmptyLists).toContain('listFlaggedPeople');
  });
}
