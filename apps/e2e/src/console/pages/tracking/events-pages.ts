import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { ConsoleSession } from '../../../browser/console-session.js';
import { newTenant } from '../../../client/tenant.js';

export const eventsPages = (session: () => ConsoleSession) =>
  describe('events', () => {
    it('are listed with their properties, planned with a schema, and blocked before they come', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const datamart = `/datamarts/${datamart_id}`;
      const $events = [{ $event_name: 'item added', $properties: { colour: 'red', amount: 2 } }];
      await eventually(() => client.list(`${datamart}/event_types`));
      await client.post(`${datamart}/user_activities`, { $type: 'TOUCH', $user_agent_id: 'e-1', $events });
      await eventually(async () => expect(await client.list(`${datamart}/event_types`)).toHaveLength(1));
      await open(`/d/${datamart_id}/events`);
      const row = (name: string) => page.getByRole('row').filter({ hasText: name });
      const dialog = page.getByRole('dialog');
      await row('item added').getByText('OBSERVED').waitFor();
      await page.getByRole('button', { name: 'Show item added' }).click();
      await dialog.getByText('number: 1').waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Plan item added' }).click();
      await dialog.getByLabel('Schema of its properties').fill('{"type": "strin"}');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('must be a type').first().waitFor();
      await dialog.getByLabel('Schema of its properties').fill('{"required": ["sku"]}');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Plan an event' }).first().click();
      await dialog.getByLabel('Name').fill('debug');
      await dialog.getByRole('combobox', { name: 'Status' }).selectOption('BLOCKED');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row('debug').getByText('BLOCKED').waitFor();
      const plan = await client.call<{ data: object }>('GET', `${datamart}/tracking_plan`);
      expect(plan.body.data).toEqual({
        event_types: [
          { name: 'debug', status: 'BLOCKED', on_violation: 'COUNT' },
          { name: 'item added', status: 'OBSERVED', schema: { required: ['sku'] }, on_violation: 'COUNT' },
        ],
      });
    });
  });
