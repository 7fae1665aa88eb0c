import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { newConsentChannel } from '../client/consent-channel.js';
import { reportRows } from '../client/report.js';
import { newTenant, type Tenant } from '../client/tenant.js';

const purchase = (amount: object) => ({ $event_name: '$transaction_confirmed', $properties: amount });
const page = { $event_name: '$page_view' };

/** Reports on activities, from the collected activity to the rows of a report. */
export function reportsJourney(platform: () => Platform): void {
  let client: Client;
  let tenant: Tenant;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    tenant = await newTenant(client);
    datamart = `/datamarts/${tenant.datamart_id}`;
    const activities = [
      { $type: 'SITE_VISIT', $site_id: '8298', $user_agent_id: 'a', $location: { $country: 'FR' }, $events: [page] },
      {
        $type: 'APP_VISIT',
        $app_id: 'shop',
        $user_agent_id: 'a',
        $events: [
          page,
          purchase({ $items: [{ $qty: 2, $price: '9.99' }, { $price: 0.02 }] }),
          purchase({ $amount: 5 }),
        ],
      },
      { $type: 'TOUCH', $user_agent_id: 'b', $events: [{ $event_name: '$ad_view' }] },
    ];
    for (const activity of activities) await client.post(`${datamart}/user_activities`, activity);
    await eventually(async () => expect(await reportRows(client, datamart, ['users'])).toEqual([[2]]));
  });

  it('counts people, visits and money', async () => {
    const metrics = ['sessions', 'number_of_transactions', 'revenue', 'conversion_rate', 'avg_transaction_amount'];
    expect(await reportRows(client, datamart, metrics)).toEqual([[2, 2, 25, 50, 12.5]]);
  });

  it('groups by a dimension with one, several or no values per activity', async () => {
    const byChannel = await reportRows(client, datamart, ['users'], ['channel_id']);
    expect(byChannel).toEqual([
      [8298, 1],
      ['shop', 1],
      [null, 1],
    ]);
    const byEvent = await reportRows(client, datamart, ['sessions'], ['event_type'], {
      order_by: { field_name: '-sessions' },
    });
    expect(byEvent[0]).toEqual(['$page_view', 2]);
    expect(byEvent).toHaveLength(3);
  });

  it('filters, also by a dimension that is not shown', async () => {
    const filters = [{ dimension_name: 'location_country', operator: 'EXACT', expressions: ['FR'], not: true }];
    const rows = await reportRows(client, datamart, ['sessions'], [], { dimension_filter_clauses: { filters } });
    expect(rows).toEqual([[1]]);
  });

  it('says what it leaves out, on request', async () => {
    const both = ['explained-a', 'explained-b'].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id }));
    const shop = await newConsentChannel(client);
    const activities = `/datamarts/${shop.datamart_id}/user_activities`;
    for (const one of both) await client.post(activities, { $type: 'TOUCH', $user_identifiers: [one] });
    // Two people first: the activities are in different partitions.
    for (const { $user_agent_id } of both)
      await eventually(() => client.get(`/datamarts/${shop.datamart_id}/user_points/user_agent_id=${$user_agent_id}`));
    await client.post(activities, { $type: 'TOUCH', $user_identifiers: both });
    await client.post(activities, { $type: 'TOUCH', $user_agent_id: 'explained-c', $ts: 1_795_886_317 });
    await client.post(activities, { $type: 'TOUCH', $user_agent_id: 'explained-d', $site_id: shop.channel_id });
    const request = {
      metrics: [{ expression: 'users' }],
      date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
      explain: true,
    };
    await eventually(async () => {
      const { explain } = await client.post<{ explain: object }>(`${activities}_analytics`, request);
      expect(explain).toMatchObject({
        time_zone: 'UTC',
        refused_by_choice: { count: 1 },
        dropped: { count: 0 },
        suspicious_time: { count: 1 },
        people_merged: { count: 1 },
      });
    });
  });

  it('refuses an unknown metric and an invalid date, and names them', async () => {
    const request = {
      metrics: [{ expression: 'fame' }],
      dimensions: [],
      date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
    };
    const path = `${datamart}/user_activities_analytics`;
    expect(await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', path, request)).toContain('fame');
    const broken = {
      ...request,
      metrics: [{ expression: 'users' }],
      date_ranges: [{ start_date: 'now-1x', end_date: 'now' }],
    };
    expect(await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', path, broken)).toContain('now-1x');
  });

  it('counts the collections of an organisation, for users with a role in it', async () => {
    const request = (organisation: string) => ({
      metrics: [{ expression: 'count' }],
      dimensions: [{ name: 'collection' }],
      date_ranges: [{ start_date: 'now-1d/d', end_date: 'now+1h' }],
      dimension_filter_clauses: {
        operator: 'AND',
        filters: [{ dimension_name: 'organisation_id', operator: 'EXACT', expressions: [organisation] }],
      },
    });
    const path = '/platform_monitoring/collections';
    const response = await client.post<{ report_view: { columns_headers: string[] } }>(path, request('1'));
    expect(response.report_view.columns_headers).toEqual(['collection', 'count']);
    await client.expectError(403, 'AUTHORIZATION_ERROR', 'POST', path, request('987654321'));
    const everything = { ...request('1'), dimension_filter_clauses: undefined };
    expect(await client.post(path, everything)).toMatchObject({
      report_view: { columns_headers: ['collection', 'count'] },
    });
  });
}
