import { eventually } from '@tributary/testing/eventually';
import { client, send } from './openapi-fixture.js';

/** Lists the refused activities, once one is kept, and stores it. */
export const retryRefusal = (): Promise<void> =>
  eventually(async () => {
    const { text } = await client.succeed(client.request('listRefusedActivities'));
    const [refusal] = (JSON.parse(text) as { data: { id: string }[] }).data;
    client.known['refused_activity_id'] = refusal?.id ?? 'none';
    await send('listRefusedActivities', 'actOnRefusedActivity');
  });
