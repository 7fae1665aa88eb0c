import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { eventuallyShown } from '../../browser/eventually-shown.js';
import type { Client, Resource } from '../../client/client.js';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';

const ofOrganisation = 'organisation_id=1';

const report = (dimensions: string[], metric = 'sessions') => ({
  type: 'activities_analytics',
  query_json: { dimensions: dimensions.map((name) => ({ name })), metrics: [{ expression: metric }] },
});

const card = (x: number, ...charts: unknown[]) => ({ x, y: 0, w: 4, h: 3, charts });

const byChannel = {
  technical_name: 'channels',
  title: 'Channels',
  multi_select: true,
  query_fragments: [
    {
      type: 'activities_analytics',
      fragment: [{ dimension_name: 'channel_id', operator: 'IN_LIST', expressions: ['0'] }],
    },
  ],
};

const contentOf = (title: string) => ({
  available_filters: [byChannel],
  sections: [
    {
      title,
      cards: [
        card(0, { title: 'Visits', type: 'Metric', dataset: report([]) }),
        card(4, { title: 'By channel', type: 'bars', dataset: report(['channel_id']) }),
        card(8, { title: 'Refused', type: 'Pie', dataset: report(['unknown']) }, { chart_id: '12' }),
        card(8, { title: 'Query', type: 'Metric', dataset: { type: 'otql', query_text: 'SELECT' } }),
      ],
    },
  ],
});

async function createDashboard(client: Client, title = `Visits ${randomUUID()}`): Promise<Resource> {
  const owner = { organisation_id: '1', community_id: '1' };
  return client.post('/dashboards', { title, scopes: ['home'], segment_ids: [], builder_ids: [], ...owner });
}

const contentPath = ({ id }: Resource) => `/dashboards/${id}/content?${ofOrganisation}`;
const addressOf = ({ id }: Resource) => `/d/1/dashboards/${id}`;

async function sendVisits(client: Client, site: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await client.post('/datamarts/1/user_activities', {
      $type: 'SITE_VISIT',
      $ts: Date.now(),
      $site_id: site,
      $session_status: 'NO_SESSION',
      $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: `${site}-${sent}` }],
      $events: [],
    });
}

export const dashboardsPages = (session: () => ConsoleSession) =>
  describe('dashboards', () => {
    it('are created, changed, found and deleted', async () => {
      const { client, open, page } = session();
      const title = `Overview ${randomUUID()}`;
      await open('/d/1/dashboards');
      await page.getByRole('button', { name: 'Create a dashboard' }).first().click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill(title);
      await page.getByRole('checkbox', { name: /^Segments/ }).check();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.waitForURL(/\/dashboards\/\d+\/edit$/);
      const [created] = await client.list(`/dashboards?${ofOrganisation}&keywords=${encodeURIComponent(title)}`);
      expect(created).toMatchObject({ title, scopes: ['segments'], segment_ids: [], archived: false });

      await open(`/d/1/dashboards?keywords=${encodeURIComponent(title)}`);
      await page.getByRole('button', { name: `Edit the registration of ${title}` }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill(`${title} 2`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: `${title} 2` }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: `Delete ${title} 2` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No such dashboard').waitFor();
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `/dashboards/${created?.id}?${ofOrganisation}`);
    });

    it('draw what they can, and say why not for the rest', async () => {
      const { client, open, page } = session();
      const [site, other] = [`a${randomUUID()}`, `b${randomUUID()}`];
      await sendVisits(client, site, 3);
      await sendVisits(client, other, 1);
      const dashboard = await createDashboard(client);
      await client.put(contentPath(dashboard), contentOf('Sites'));
      const chart = (name: string) => page.getByRole('article', { name, exact: true });
      // Reports are complete within seconds.
      await eventually(async () => {
        await open(`${addressOf(dashboard)}?filters=${encodeURIComponent(`filter.channels=${site}`)}`);
        expect(await chart('Visits').innerText()).toMatch(/^Visits\s+3$/);
      });
      await chart('By channel')
        .getByRole('img', { name: /^By channel/ })
        .waitFor();
      await chart('Refused').getByText('error_id').waitFor();
      await chart('Query').getByText("can't be computed here: otql").waitFor();
      await page.getByText('Shared chart 12, not available here.').waitFor();
      await expectAccessible(page);

      await page.getByRole('combobox', { name: 'Channels' }).or(page.getByLabel('Channels')).first().click();
      await page.getByRole('option', { name: other }).click();
      await chart('Visits').getByText('4', { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('filters')).toBe(`filter.channels=${site}&filter.channels=${other}`);

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu of By channel' }).click();
      await page.getByRole('menuitem', { name: 'Show as a table' }).click();
      await chart('By channel')
        .getByRole('row', { name: new RegExp(`${site}\\s+3`) })
        .waitFor();
      await page.getByRole('button', { name: 'Menu of By channel' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download CSV' }).click();
      const file = await (await download).path();
      expect(await readFile(file, 'utf8')).toBe(`\uFEFFchannel_id,sessions\r\n${site},3\r\n${other},1\r\n`);
    });

    it('show the numbers of a chart below the pointer', async () => {
      const { client, open, page } = session();
      await sendVisits(client, `c${randomUUID()}`, 1);
      const dashboard = await createDashboard(client);
      await client.put(contentPath(dashboard), contentOf('Sites'));
      const chart = page.getByRole('img', { name: /^By channel: / });
      await eventuallyShown(async (timeout) => {
        await open(addressOf(dashboard));
        await chart.waitFor({ timeout });
      });
      await expectTooltip(page, chart);
    });

    it('keep their versions, and restore one only in place of what the user has seen', async () => {
      const { client, open, page } = session();
      const dashboard = await createDashboard(client);
      const first = await client.put(contentPath(dashboard), contentOf('First'));
      await client.put(contentPath(dashboard), contentOf('Second'));
      await open(addressOf(dashboard));
      await page.getByRole('heading', { name: 'Second' }).waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await page
        .getByRole('article', { name: `Version ${first.id}` })
        .getByRole('button', { name: 'Preview' })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('heading', { name: 'First' }).waitFor();

      const third = await client.put(contentPath(dashboard), contentOf('Third'));
      await page.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByText('Not restored: there is a newer content').waitFor();
      expect(await client.get(contentPath(dashboard))).toMatchObject({ id: third.id });

      await page.getByText('Restore again to replace it').waitFor();
      await page.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByText('An earlier version').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'First' }).waitFor();
      expect(await client.get(contentPath(dashboard))).toMatchObject({ content: { sections: [{ title: 'First' }] } });
    });
  });

/** A tooltip is drawn on the canvas: while the pointer is over the chart its picture differs. */
async function expectTooltip(page: Page, chart: Locator): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await title.hover();
  const picture = async () => (await chart.screenshot({ animations: 'disabled' })).toString('base64');
  // Until the chart stands still.
  const before = await eventually(async () => {
    const [one, other] = [await picture(), await picture()];
    expect(one).toBe(other);
    return one;
  });
  await chart.hover();
  await eventually(async () => expect(await picture()).not.toBe(before));
  // Control: it is the pointer that makes the difference.
  await title.hover();
  await eventually(async () => expect(await picture()).toBe(before));
}
