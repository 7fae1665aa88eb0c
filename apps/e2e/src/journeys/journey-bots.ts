import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { importFile } from '../client/import-file.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';

/** Activities of bots are flagged live and in imports, show in reports, and are left out where their channel asks for it. */
export function botsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    datamart = `/datamarts/${(await newTenant(client)).datamart_id}`;
  });

  const $user_agent_info = { $raw_value: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
  const visit = ($user_agent_id: string, more: object = {}) => ({ $type: 'SITE_VISIT', $user_agent_id, ...more });
  const send = (activity: object) => client.post(`${datamart}/user_activities`, activity);
  const stored = (agent: string) => client.list(`${datamart}/user_points/user_agent_id=${agent}/user_activities`);
  const sessions = () => reportRows(client, datamart, ['sessions'], ['is_bot']);

  it('are flagged, as they come in and in files', async () => {
    await eventually(() => send(visit('bots:person', { $is_bot: true })));
    await send(visit('bots:live', { $user_agent_info }));
    await importFile(client, datamart, {
      document_type: 'USER_ACTIVITY',
      mime_type: 'APPLICATION_X_NDJSON',
      content_type: 'application/x-ndjson',
      file: JSON.stringify(visit('bots:imported', { $user_agent_info })),
    });
    await eventually(async () => {
      expect(await sessions()).toEqual([
        [false, 1],
        [true, 2],
      ]);
    });
    expect(await stored('bots:live')).toMatchObject([{ $user_agent_info, $is_bot: true }]);
    expect(await stored('bots:imported')).toMatchObject([{ $is_bot: true }]);
    expect((await stored('bots:person'))[0]).not.toHaveProperty('$is_bot');
  });

  it('are answered and not stored where their channel leaves them out', async () => {
    const site = { name: 'People', type: 'SITE', leaves_out_bots: true };
    const { id: $site_id } = await client.post(`${datamart}/channels`, site);
    let last = 0;
    // Each gateway learns of the channel by itself.
    await eventually(async () => {
      const agent = `bots:left-out-${++last}`;
      await send(visit(agent, { $site_id, $user_agent_info }));
      // The same person, so it is handled after the bot.
      await send({ ...visit(agent, { $site_id }), $type: 'TOUCH' });
      await eventually(async () => expect(await stored(agent)).not.toEqual([]));
      expect(await stored(agent)).toMatchObject([{ $type: 'TOUCH' }]);
    });
    await client.put(`${datamart}/sites/${$site_id}`, { name: 'All' });
    await eventually(async () => {
      const agent = `bots:stored-${++last}`;
      await send(visit(agent, { $site_id, $user_agent_info }));
      await send({ ...visit(agent, { $site_id }), $type: 'TOUCH' });
      await eventually(async () => expect((await stored(agent)).map(({ $type }) => $type)).toContain('TOUCH'));
      expect(await stored(agent)).toHaveLength(2);
    });
  });
}
