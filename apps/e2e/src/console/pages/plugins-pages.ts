import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ConsoleSession } from '../../browser/console-session.js';
import { keepSecret } from './keep-secret.js';

export const pluginsPages = (session: () => ConsoleSession) =>
  describe('plugins', () => {
    it('a plugin gets a version with a worker and a throttling, and the version is archived', async () => {
      const { client, open, page } = session();
      const artifact_id = `p-${randomUUID()}`;
      await open('/d/1/plugins');
      await page.getByRole('button', { name: 'Create a plugin' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Group').fill('com.example');
      await dialog.getByLabel('Artifact').fill(artifact_id);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.waitFor({ state: 'detached' });
      await open(`/d/1/plugins?artifact_id=${artifact_id}`);
      await page.getByRole('link', { name: `com.example:${artifact_id}` }).click();

      await page.getByRole('button', { name: 'Create a version' }).first().click();
      await dialog.getByRole('textbox', { name: 'Version', exact: true }).fill('1.0.0');
      await dialog.getByLabel('Properties').fill('{');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('This is not JSON').waitFor();
      const property = { technical_name: 'event_name', property_type: 'STRING', value: { value: 'seen' } };
      await dialog.getByLabel('Properties').fill(JSON.stringify([property]));
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('link', { name: '1.0.0' }).click();

      await page.getByRole('button', { name: 'Create a worker' }).click();
      await dialog.getByLabel('Address').fill('http://127.0.0.1:8301');
      await dialog.getByRole('button', { name: 'Create' }).click();
      expect(await keepSecret(page)).not.toBe('');

      await page.getByRole('button', { name: 'Add a throttling' }).first().click();
      await dialog.getByLabel('Scope').selectOption('DATAMART');
      await dialog.getByLabel('Datamart').selectOption('1');
      await dialog.getByLabel('Calls per second').fill('0.5');
      await dialog.getByText('one call every 2 s').waitFor();
      await dialog.getByLabel('Calls at the same time').fill('8');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('row', { name: /datamart 1.*one call every 2 s/ }).waitFor();

      const [, plugin_id, version_id] = /plugins\/(\d+)\/(\d+)/.exec(page.url()) ?? [];
      const version = `/plugins/${plugin_id}/versions/${version_id}`;
      expect(await client.get(`${version}/worker`)).toMatchObject({ url: 'http://127.0.0.1:8301' });
      expect(await client.get(version)).toMatchObject({ version_id: '1.0.0', plugin_properties: [property] });
      expect(await client.list(`${version}/throttlings`)).toMatchObject([
        { scope: 'DATAMART', throttling_key: '1', max_qps: 0.5, max_concurrency: 8 },
      ]);

      await open(`/d/1/plugins/${plugin_id}`);
      await page.getByRole('button', { name: 'Archive 1.0.0' }).click();
      await dialog.getByRole('button', { name: 'Archive' }).click();
      await page.getByRole('button', { name: 'Use again 1.0.0' }).waitFor();
      expect(await client.get(version)).toMatchObject({ archived: true, plugin_properties: [property] });
    });
  });
