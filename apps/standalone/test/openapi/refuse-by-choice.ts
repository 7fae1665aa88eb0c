import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { client, send } from './openapi-fixture.js';

/** Previews the selection of a channel, and lists what it refuses, once it has refused an activity. */
export async function refuseByChoice(): Promise<void> {
  const { channel_id, processing_id = '' } = client.known;
  client.known['?processing_id'] = processing_id;
  await eventually(async () => {
    await client.succeed(client.with('collectUserActivity', { $site_id: channel_id }));
    await send('previewProcessingSelection', 'listRefusedByChoice');
    expect(client.nonEmptyLists).toContain('listRefusedByChoice');
  });
}
