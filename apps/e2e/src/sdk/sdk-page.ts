import { expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { openConsole } from '../browser/browser.js';
import { Client } from '../client/client.js';
import { blocksOf } from './documented-blocks.js';
import { Site } from './site.js';

export const sdkPage = (platform: () => Platform) =>
  it('docs/sdk.md shows a web page that reports its view', async () => {
    const [html = ''] = blocksOf('docs/sdk.md', 'html');
    const site = await Site.start(platform(), html);
    const browser = await openConsole(site);
    try {
      const id = await eventually(async () => {
        const key = await browser.page.evaluate<string | null>("localStorage.getItem('tributary.browser.1')");
        return key ?? Promise.reject(new Error('no id yet'));
      });
      await eventually(async () => {
        const path = `/datamarts/1/user_points/user_agent_id=${id}/user_activities`;
        const [view] = await new Client(platform().url, platform().token).list<{ id: string }>(path);
        expect(view).toMatchObject({ $type: 'SITE_VISIT', $site_id: '8298', $events: [{ $event_name: '$page_view' }] });
      });
    } finally {
      await browser.close();
      site.stop();
    }
  });
