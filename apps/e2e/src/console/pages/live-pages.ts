import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { limitBeside } from '@tributary/testing/time-limit';
import { eventuallyShown } from '../../browser/eventually-shown.js';
import { expectAccessible } from '../../browser/accessibility.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';
import { Delays } from '../../suite/delays.js';

export const livePages = (session: () => ConsoleSession) =>
  describe('home and live', () => {
    it('a newcomer sends a sample, sees it arrive, sees its report, and loads demo data', async () => {
      const { client, page } = session();
      const creating = performance.now();
      const datamart = await client.post('/datamarts', {
        name: `First run ${randomUUID()}`,
        organisation_id: '1',
        time_zone: 'UTC',
      });
      const request = [performance.now() - creating];
      await session().open(`/d/${datamart.id}`);
      const started = Date.now();
      await page.getByRole('button', { name: 'Send a sample' }).click();
      for (const step of ['Send an activity', 'See it arrive', 'See its report'])
        await page.getByRole('img', { name: `${step}: done` }).waitFor();
      await page.getByRole('img', { name: /^Sessions by day: 1 in 14 days/ }).waitFor();
      expect(Date.now() - started).toBeLessThan(limitBeside(60_000, request));
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Load demo data' }).click();
      await page.getByText('2,000 activities are loaded').waitFor();
      await page.getByRole('img', { name: /^Sessions by day: 2,001 in 14 days/ }).waitFor();
      await page
        .getByRole('region', { name: /^Revenue/ })
        .getByText('without a currency')
        .waitFor();
      const [row] = await reportOf(session(), datamart.id);
      expect(row?.[0]).toBe(2_001);
    });

    it('activities show within a second', async () => {
      const { client, open, page } = session();
      const delays = new Delays();
      await open('/d/1/live');
      await page.getByText('Connected', { exact: true }).waitFor();
      for (let sent = 0; sent < 5; sent++) {
        const $user_agent_id = `web:live:${randomUUID()}`;
        await delays.measure(
          () => client.post('/datamarts/1/user_activities', { $type: 'TOUCH', $user_agent_id }),
          async () => expect(await page.getByRole('row').filter({ hasText: $user_agent_id }).count()).toBe(1),
        );
      }
      delays.expectWithinOneSecond();
    });

    it('an activity that is sent shows with its details', async () => {
      const { client, page } = session();
      const agent = `web:live:${randomUUID()}`;
      await session().open('/d/1/live');
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send an activity' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Identifier' }).fill('null');
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('textbox', { name: 'Identifier' }).fill(agent);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      const row = page.getByRole('row').filter({ hasText: agent });
      await row.getByRole('button').click();
      await eventuallyShown(async (timeout) => {
        await page
          .getByRole('button', { name: 'Refresh' })
          .click({ timeout })
          .catch(() => undefined);
        await page.getByText('Stored', { exact: true }).waitFor({ timeout });
      }, 500);
      expect(await client.list(`/datamarts/1/user_points/user_agent_id=${agent}/user_activities`)).toHaveLength(1);
      const person = await page.getByRole('link', { name: 'Open the person' }).getAttribute('href');
      expect(decodeURIComponent(person ?? '')).toMatch(new RegExp(`/d/1/people/user_agent_id=${agent}$`));
      const trace = (await page.getByRole('link', { name: 'What became of it' }).getAttribute('href')) ?? '';
      await page.keyboard.press('Escape');

      await page.getByRole('tab', { name: /^Refused/ }).click();
      await page.getByRole('row').filter({ hasText: 'identifies no person' }).first().waitFor();
      await expectAccessible(page);

      await session().open(trace);
      await page.getByRole('table', { name: 'Steps' }).getByText('Stored', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'The person' }).waitFor();
      await expectAccessible(page);
    });

    it('a row opens the activity as it was sent, to be copied; a refused one opens with its error', async () => {
      const { client, page } = session();
      const agent = `web:live:${randomUUID()}`;
      const activity = { $type: 'TOUCH', $user_agent_id: agent, colour: "it's blue" };
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await session().open(`/d/1/live?identifier=${encodeURIComponent(`user_agent_id=${agent}`)}`);
      await page.getByText('Connected', { exact: true }).waitFor();
      await client.post('/datamarts/1/user_activities', activity);
      await page.getByRole('row').filter({ hasText: agent }).getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: 'Received activity' });
      await drawer.getByText(/"colour": "it's blue"/).waitFor();
      await drawer.getByRole('row').filter({ hasText: agent }).waitFor();
      await drawer.getByRole('button', { name: 'Copy as curl' }).click();
      await drawer.getByText('Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('/v1/datamarts/1/user_activities');
      expect(copied).toContain(JSON.stringify(activity).slice(0, -1).replace("'", `'\\''`));
      expect(copied).not.toContain(client.token);
      await expectAccessible(page);
      // The address has the row: Back closes it, a reload would open it again.
      expect(new URL(page.url()).searchParams.get('open')).not.toBeNull();
      await drawer.getByRole('button', { name: 'Close' }).click();
      await drawer.waitFor({ state: 'detached' });

      await session().open('/d/1/live?tab=refused');
      await page.getByText('Connected', { exact: true }).waitFor();
      const colour = randomUUID();
      const error_id = await refuse(session(), { $type: 7, colour });
      await page.getByRole('row').filter({ hasText: colour }).getByRole('button').click();
      const refused = page.getByRole('dialog', { name: 'Refused activity' });
      await refused.getByText(error_id).waitFor();
      await refused.getByText(new RegExp(`"colour":"${colour}"`)).waitFor();
      await refused
        .getByText(/\$type: /)
        .first()
        .waitFor();
      await expectAccessible(page);
      await expectRepaired(session(), { agent: `web:repaired:${colour}`, colour });
    });

    it('the feed keeps its place when the filter changes, also if all others are taken', async () => {
      const { client, page, platform } = session();
      const { id } = await client.post('/datamarts', { name: `Watched ${randomUUID()}`, organisation_id: '1' });
      const { url, token } = platform;
      // With the page, as many as the feed of a datamart allows.
      const others = await Promise.all(
        Array.from({ length: 4 }, () => FeedClient.open(url, { token, datamart: String(id) })),
      );
      expect(others.map(({ response }) => response.status)).toEqual(others.map(() => 200));
      try {
        await session().open(`/d/${id}/live`);
        await page.getByText('Connected', { exact: true }).waitFor();
        for (const rate of ['1', '5', '50', '100']) {
          await page.getByLabel('Sample').selectOption(rate);
          await page.waitForURL((address) => address.searchParams.get('sample') === rate);
          await page.getByText('Connected', { exact: true }).waitFor();
          expect(await page.getByRole('alert').count()).toBe(0);
        }
        // Control: without a free place the page says so.
        const fifth = await openSession(platform);
        try {
          await fifth.open(`/d/${id}/live`);
          await fifth.page.getByText('Too many people look at this feed').waitFor();
          others.pop()?.close();
          await fifth.page.getByRole('button', { name: 'Try again' }).click();
          await fifth.page.getByText('Connected', { exact: true }).waitFor();
        } finally {
          await fifth.browser.close();
        }
      } finally {
        for (const other of others) other.close();
      }
    });

    it('the feed stands still during a pause, counts, and filters', async () => {
      const { client, page } = session();
      const type = `TOUCH_${randomUUID().slice(0, 8)}`;
      const send = ($type: string) =>
        client.post('/datamarts/1/user_activities', {
          $type,
          $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: `web:live:${randomUUID()}` }],
        });
      await session().open(`/d/1/live?type=${type}`);
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await send(type);
      await send('OTHER');
      await page.getByText('1 new since the pause').waitFor();
      expect(await page.getByRole('cell', { name: type }).count()).toBe(0);
      await page.keyboard.press('Space');
      await page.getByRole('cell', { name: type }).waitFor();
      expect(await page.getByRole('cell', { name: 'OTHER' }).count()).toBe(0);
    });
  });

/** Sessions of the last two weeks. */
async function reportOf({ client }: ConsoleSession, datamart_id: string): Promise<unknown[][]> {
  const { report_view } = await client.post<{ report_view: { rows: unknown[][] } }>(
    `/datamarts/${datamart_id}/user_activities_analytics`,
    {
      metrics: [{ expression: 'sessions' }],
      dimensions: [],
      date_ranges: [{ start_date: 'now-14d/d', end_date: 'now' }],
    },
  );
  return report_view.rows;
}

/** Repairs the refusal that is open: with a body that is no JSON, one that is refused again, and one that is stored. */
async function expectRepaired({ client, page }: ConsoleSession, { agent, colour }: { agent: string; colour: string }) {
  const refused = page.getByRole('dialog', { name: 'Refused activity' });
  const repair = async (text: string) => {
    await refused.getByLabel('Body').fill(text);
    await refused.getByRole('button', { name: 'Retry' }).click();
  };
  await refused.getByRole('button', { name: 'Repair' }).click();
  await repair('{"$type":');
  await refused.getByText(/JSON/).first().waitFor();
  await repair(JSON.stringify({ $type: 'TOUCH', colour }));
  await refused.getByText(/at least one identifier/).waitFor();
  await repair(JSON.stringify({ $type: 'TOUCH', colour, $user_agent_id: agent }));
  await refused.waitFor({ state: 'detached' });
  const stored = `/datamarts/1/user_points/user_agent_id=${encodeURIComponent(agent)}/user_activities`;
  await eventually(async () => expect(await client.list(stored)).toMatchObject([{ $type: 'TOUCH', colour }]));
  await page.getByRole('row').filter({ hasText: colour }).waitFor({ state: 'detached' });
}

/** Sends a body that is refused. @returns the error_id of the answer */
async function refuse({ client }: ConsoleSession, body: object): Promise<string> {
  const answer = await client.call<{ error_id: string }>('POST', '/datamarts/1/user_activities', body);
  expect(answer.status).toBe(400);
  return answer.body.error_id;
}
