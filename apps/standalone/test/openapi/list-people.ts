import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { client, send } from './openapi-fixture.js';

/** Lists the people of the activities that were sent before, and one who has gained too many accounts. */
export async function listPeople(): Promise<void> {
  const identifiers = Array.from({ length: 5 }, (_, index) => ({
    type: 'USER_ACCOUNT',
    user_account_id: `flagged-${index}`,
  }));
  await client.succeed(client.with('associateUserIdentifiers', { identifiers }));
  await eventually(async () => {
    await send('listRecentPeople', 'listFlaggedPeople');
    expect(client.nonEmptyLists).toContain('listRecentPeople');
    expect(client.nonEmptyLists).toContain('listFlaggedPeople');
  });
}

/** Lists the members of the segment of the examples, with the person of the examples in it. */
export async function listMembers(): Promise<void> {
  await send('listAudienceSegments', 'putUserSegment');
  const membership = client.request('putUserSegment');
  const path = { ...membership.path, segment_id: client.known['audience_segment_id'] ?? '' };
  await client.succeed({ ...membership, path });
  await send('listSegmentMembers');
}
