import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { ConsoleSession } from '../../browser/console-session.js';

export const channelsPages = (session: () => ConsoleSession) =>
  describe('channels, processings and analyzers', () => {
    it('a processing is created, and a new channel selects it', async () => {
      const { client, open, page } = session();
      const name = `Personalisation ${randomUUID()}`;
      await open('/d/1/processings');
      await page.getByRole('button', { name: 'Create a processing' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByLabel('Purpose').fill('Recommend products');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('row').filter({ hasText: name }).waitFor();

      await open('/d/1/channels');
      await page.getByRole('button', { name: 'Create a channel' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Shop ${name}`);
      const id = `shop/${randomUUID()}`;
      await page.getByRole('textbox', { name: 'Id', exact: true }).fill(id);
      await page.getByLabel('Domain').fill('shop.example.com');
      await page.getByLabel('Leave out bots').check();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: `Shop ${name}` }).click();
      await page.getByRole('combobox', { name: 'Select a processing' }).fill(name);
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      const selection = page.getByRole('row').filter({ hasText: name });
      await selection.getByRole('button', { name: 'End' }).waitFor();

      const channel = (await client.list('/datamarts/1/channels?max_results=500')).find(
        (one) => one['name'] === `Shop ${name}`,
      );
      expect(channel).toMatchObject({ id, leaves_out_bots: true });
      const selections = `/channels/${encodeURIComponent(id)}/processing_selections?datamart_id=1`;
      expect(await client.list(selections)).toMatchObject([{ processing_name: name }]);
      await selection.getByRole('button', { name: 'End' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('stores every activity').waitFor();
      expect(await client.list(selections)).toHaveLength(1);
      await dialog.getByRole('button', { name: 'End' }).click();
      await eventually(async () => expect(await client.list(selections)).toEqual([]));
    });

    it('an analyzer gets a value of its own, and a channel calls it', async () => {
      const { client, open, page } = session();
      const artifact_id = `filter-${randomUUID()}`;
      const plugin = await client.post('/plugins', {
        organisation_id: '1',
        plugin_type: 'ACTIVITY_ANALYZER',
        group_id: 'com.acme',
        artifact_id,
      });
      const threshold = { technical_name: 'threshold', property_type: 'INT', value: { value: 3 } };
      await client.post(`/plugins/${plugin.id}/versions`, {
        version_id: '1.0.0',
        plugin_properties: [{ ...threshold, origin: 'PLUGIN', writable: true, deletable: false }],
      });
      const channel = await client.post('/datamarts/1/channels', { name: artifact_id, type: 'SITE' });

      await open('/d/1/analyzers');
      await page.getByRole('button', { name: 'Create an analyzer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(artifact_id);
      await dialog.getByRole('combobox', { name: 'Plugin' }).click();
      await page.getByRole('option', { name: `com.acme:${artifact_id}` }).click();
      await dialog.getByRole('combobox', { name: 'Version' }).click();
      await page.getByRole('option', { name: '1.0.0' }).click();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('link', { name: artifact_id }).click();
      await page.getByRole('row').filter({ hasText: 'threshold' }).getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel(/^Value/).fill('{"value":');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/is not JSON/).waitFor();
      await page.getByLabel(/^Value/).fill('{"value": 7}');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: '{"value":7}' }).waitFor();

      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('absent.txt');
      await page.getByRole('button', { name: 'Delete the file of this name' }).click();
      await dialog.getByText('It cannot be restored').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      await open(`/d/1/channels/${channel.id}`);
      await page.getByRole('combobox', { name: 'Add an analyzer' }).click();
      await page.getByRole('option', { name: artifact_id }).click();
      await page.getByRole('link', { name: artifact_id }).waitFor();
      expect(await client.list(`/channels/${channel.id}/visit_analyzer_models`)).toHaveLength(1);
    });
  });
