import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { eventuallyShown } from '../../../browser/eventually-shown.js';
import { expectAccessible } from '../../../browser/accessibility.js';
import type { ConsoleSession } from '../../../browser/console-session.js';

export const consentPages = (session: () => ConsoleSession) =>
  describe('what choices refuse', () => {
    it('is foreseen before a processing is selected, counted by day, and named on the page Live', async () => {
      const { client, open, page } = session();
      const name = `Offers ${randomUUID()}`;
      const processing = await client.post('/processings', { community_id: '1', name, legal_basis: 'CONSENT' });
      const channel = await client.post('/datamarts/1/channels', { name, type: 'SITE' });
      const agent = `web:consent:${randomUUID()}`;
      const visit = ($user_agent_id = agent) =>
        client.post('/datamarts/1/user_activities', { $type: 'SITE_VISIT', $site_id: channel.id, $user_agent_id });
      const selections = `/channels/${channel.id}/processing_selections`;
      for (let sent = 0; sent < 2; sent++) await visit();
      await eventually(async () =>
        expect(await client.get(`${selections}/preview?processing_id=${processing.id}`)).toMatchObject({
          activities_7d: 2,
        }),
      );

      await open(`/d/1/channels/${channel.id}`);
      await page.getByText('No activity in 30 days.').waitFor();
      await page.getByRole('combobox', { name: 'Select a processing' }).fill(name);
      await page.getByRole('option', { name }).click();
      const preview =
        'In the last 7 days 2 activities of 1 person came; 2 would have been refused by the choices of today.';
      await page.getByText(preview).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      const refused = `/channels/${channel.id}/refused_by_choice`;
      await eventually(async () => {
        await visit();
        expect(await client.list(refused)).toHaveLength(1);
      });
      await open(`/d/1/channels/${channel.id}`);
      const days = page.getByRole('table', { name: 'Refused by choices' });
      await days.getByRole('link', { name }).waitFor();
      await expectAccessible(page);

      const another = `web:consent:${randomUUID()}`;
      await open(`/d/1/live?identifier=${encodeURIComponent(`user_agent_id=${another}`)}`);
      await page.getByText('Connected', { exact: true }).waitFor();
      await visit(another);
      await page.getByRole('row').filter({ hasText: another }).getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: 'Received activity' });
      await eventuallyShown(async (timeout) => {
        await drawer
          .getByRole('button', { name: 'Refresh' })
          .click({ timeout })
          .catch(() => undefined);
        await drawer.getByText('Refused by a choice of its person').waitFor({ timeout });
      }, 500);
      await expectAccessible(page);
      const trace = (await drawer.getByRole('link', { name: 'What became of it' }).getAttribute('href')) ?? '';
      await drawer.getByRole('link', { name }).click();
      await page.getByRole('heading', { name: 'Processings' }).waitFor();
      await open(trace);
      await page.getByRole('table', { name: 'Steps' }).getByRole('link', { name }).waitFor();
      await client.delete(`${selections}/${(await client.list(selections))[0]?.id}`);
    });
  });
