import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../browser/accessibility.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';
import type { Client } from '../../client/client.js';
import { newMember, newTenant, type Tenant } from '../../client/tenant.js';

export const demoPages = (session: () => ConsoleSession) =>
  describe('demo data', () => {
    it('is loaded beside real data, shows one thing of each kind, and is removed without touching the rest, twice', async () => {
      const { client, open, page } = session();
      const tenant = await newTenant(client);
      await storeReal(session(), tenant);
      const before = await realOf(session(), tenant);
      await open(`/d/${tenant.datamart_id}/send`);
      for (let round = 0; round < 2; round++) {
        await page.getByRole('button', { name: 'Load demo data', exact: true }).click();
        await page.getByText('2,000 activities are loaded').waitFor();
        await expectSessions(session(), tenant, 2_001);
        await expectContents(session());
        if (round === 0) await expectAccessible(page);

        await page.getByRole('button', { name: 'Remove demo data' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Nothing else is').waitFor();
        await dialog.getByRole('button', { name: 'Remove' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Load demo data', exact: true }).waitFor();
        await expectSessions(session(), tenant, 1);
        expect(await realOf(session(), tenant)).toEqual(before);
      }
    });

    it('is loaded once by an editor, though the button is pressed again, which makes what is missing, and removed', async () => {
      const { client, platform } = session();
      const tenant = await newTenant(client);
      const editor = await newMember(client, tenant, 'EDITOR');
      const opened = await openSession(platform, editor.client.token);
      const { page } = opened;
      const titles = async () => (await dashboardsOf(opened, tenant)).map(({ title }) => String(title)).sort();
      try {
        await opened.open(`/d/${tenant.datamart_id}/send`);
        await page.getByRole('button', { name: 'Load demo data', exact: true }).click();
        await page.getByText('2,000 activities are loaded').waitFor();
        expect(await statusOfPerson(editor.client, tenant)).toBe(200);
        const loaded = await titles();
        expect(loaded).toEqual(['Demo: shop', 'Demo: visits']);
        const [lost] = await dashboardsOf(opened, tenant);
        await editor.client.delete(`/dashboards/${lost?.id}?organisation_id=${tenant.organisation_id}`);
        await page.getByRole('button', { name: 'Load demo data again' }).click();
        await eventually(async () => expect(await titles()).toEqual(loaded), { within: 180_000 });
        await expectSessions(opened, tenant, 2_000);

        await page.getByRole('button', { name: 'Remove demo data' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('button', { name: 'Load demo data', exact: true }).waitFor();
        await expectSessions(opened, tenant, 0);
        expect(await titles()).toEqual([]);
        expect(await statusOfPerson(editor.client, tenant)).toBe(404);
        expect(await editor.client.list(`/datamarts/${tenant.datamart_id}/document_imports`)).toEqual([]);
        await opened.browser.expectNoViolations();
      } finally {
        await opened.browser.close();
      }
    });
  });

/** People, resources and an account that look like those of the demo data. */
async function storeReal({ client }: ConsoleSession, { datamart_id, organisation_id }: Tenant): Promise<void> {
  await client.post(`/datamarts/${datamart_id}/user_activities`, {
    $type: 'SITE_VISIT',
    $site_id: 'demo-shop',
    $user_identifiers: [
      { $type: 'USER_ACCOUNT', $user_account_id: 'demo-7' },
      { $type: 'USER_AGENT', $user_agent_id: 'web:demo:real' },
      { $type: 'USER_EMAIL', $email: 'person.7@example.com' },
    ],
    $events: [{ $event_name: '$page_view' }],
  });
  const point = `/datamarts/${datamart_id}/user_points/compartment_id=default,user_account_id=demo-7`;
  await eventually(async () => expect(await client.list(`${point}/user_activities`)).toHaveLength(1));
  await client.put(`${point}/user_profiles/compartment_id=default/user_account_id=demo-7`, { first_name: 'Real' });
  await client.put(`${point}/user_choices/processing_id=demo-newsletter`, {
    $choice_ts: 1_700_000_000_000,
    $choice_acceptance_value: true,
  });
  const segment = await client.post('/audience_segments', {
    organisation_id,
    datamart_id,
    type: 'USER_LIST',
    name: 'Demo: buyers',
    technical_name: 'demo_buyers',
  });
  await client.put(`${point}/user_segments/${segment.id}`, {});
  await client.post('/dashboards', {
    title: 'Demo: visits',
    scopes: ['segments'],
    segment_ids: [segment.id],
    builder_ids: [],
    community_id: '1',
    organisation_id,
  });
  await client.post(`/datamarts/${datamart_id}/document_imports`, {
    name: 'Demo data',
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
  });
}

/** All that is stored beside the demo data. */
async function realOf({ client }: ConsoleSession, { datamart_id, organisation_id }: Tenant) {
  const datamart = `/datamarts/${datamart_id}`;
  const point = `${datamart}/user_points/compartment_id=default,user_account_id=demo-7`;
  const ofPerson = ['user_activities', 'user_identifiers', 'user_profiles', 'user_choices', 'user_segments'];
  const segments = await client.list(`/audience_segments?organisation_id=${organisation_id}`);
  return {
    person: await client.get(point),
    ...Object.fromEntries(
      await Promise.all(ofPerson.map(async (name) => [name, await client.list(`${point}/${name}`)] as const)),
    ),
    // Their people are counted a minute later.
    segments: segments.map(({ id, name, technical_name }) => ({ id, name, technical_name })),
    dashboards: await client.list(`/dashboards?organisation_id=${organisation_id}`),
    imports: await client.list(`${datamart}/document_imports`),
    channels: await client.list(`${datamart}/channels`),
    keys: await client.list(`${datamart}/collect_keys`),
  };
}

/** The status of a read of one of the invented people. */
async function statusOfPerson(client: Client, { datamart_id }: Tenant): Promise<number> {
  const selector = 'compartment_id=tributary-demo,user_account_id=demo-8';
  return (await client.call('GET', `/datamarts/${datamart_id}/user_points/${selector}`)).status;
}

const dashboardsOf = ({ client }: ConsoleSession, { organisation_id }: Tenant) =>
  client.list(`/dashboards?organisation_id=${organisation_id}`);

async function expectSessions({ client }: ConsoleSession, { datamart_id }: Tenant, sessions: number): Promise<void> {
  await eventually(async () => {
    const { report_view } = await client.post<{ report_view: { rows: unknown[][] } }>(
      `/datamarts/${datamart_id}/user_activities_analytics`,
      {
        metrics: [{ expression: 'sessions' }],
        dimensions: [],
        date_ranges: [{ start_date: 'now-14d/d', end_date: 'now' }],
      },
    );
    expect(report_view.rows).toEqual([[sessions]]);
  });
}

/** Follows the links of the list, and comes back. */
async function expectContents({ page }: ConsoleSession): Promise<void> {
  const list = page.getByRole('list', { name: 'What the demo data has' });
  const main = page.getByRole('main');
  const shows = async (link: RegExp | string, shown: () => Promise<void>) => {
    await list.getByRole('link', { name: link }).first().click();
    await shown();
    await page.goBack();
    await list.waitFor();
  };
  expect(await list.getByRole('listitem').count()).toBe(8);
  await shows(/^[A-ZÉ]\S+ [A-Z]\S+$/, async () => {
    await main.getByText('tributary-demo').first().waitFor();
    await page.getByRole('tab', { name: 'Choices' }).click();
    await main.getByText('demo-newsletter').first().waitFor();
    await page.goBack();
  });
  await shows('Demo: newsletter', () => main.getByRole('heading', { name: 'Demo: newsletter', level: 1 }).waitFor());
  await shows('Demo: shop', () => main.getByText('Revenue by day').first().waitFor());
  await shows('The import with the refused line', () => main.getByText('at least one identifier').first().waitFor());
}
