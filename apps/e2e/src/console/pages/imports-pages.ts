import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConsoleSession } from '../../browser/console-session.js';

const lines = 20_000;

/** One line is not JSON, one has only a placeholder for an identifier. */
function fileOfActivities(): Buffer {
  const activities = Array.from({ length: lines }, (_, index) =>
    JSON.stringify({
      $type: 'SITE_VISIT',
      $site_id: '8298',
      $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: `web:1:${randomUUID()}` }],
      $ts: 1_790_000_000_000 + index,
    }),
  );
  activities[4] = '{"$type":';
  activities[500] = JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'null' });
  return Buffer.from(activities.join('\n'));
}

export const importsPages = (session: () => ConsoleSession) =>
  describe('imports', () => {
    it('a file is checked, uploaded, followed to its end, and its mistakes are named', async () => {
      const { client, page } = session();
      const open = (path: string) => session().open(path);
      const name = `activities-${randomUUID()}`;
      await open('/d/1/imports/new');
      const file = { name: `${name}.ndjson`, mimeType: '', buffer: fileOfActivities() };
      await page.locator('input[type=file]').setInputFiles(file);
      const check = page.getByRole('region', { name: 'Check of the first lines' });
      await check.getByRole('row', { name: /^5 is not JSON/ }).waitFor();
      await check.getByText('user_agent_id on 19 lines').waitFor();
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('2 lines failed').waitFor();
      const failures = page.getByRole('region', { name: 'Failed lines' });
      await failures.getByRole('button', { name: /user_agent_id/ }).waitFor();
      await page.getByText('19,998').waitFor();

      const imports = await client.list('/datamarts/1/document_imports?max_results=500');
      const created = imports.filter((one) => one['name'] === name);
      expect(created).toMatchObject([{ document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON' }]);
      expect(await client.list(`/datamarts/1/document_imports/${created[0]?.id}/executions`)).toMatchObject([
        { status: 'SUCCEEDED', result: { total_success: lines - 2, total_failure: 2, input_file_name: file.name } },
      ]);
    });

    it('a file is dropped on the page, and replaced by another one', async () => {
      const { client, page } = session();
      await session().open('/d/1/imports/new');
      const name = `dropped-${randomUUID()}`;
      await dropFile(page, 'first.csv', 'operation,user_agent_id,segment_id\nUPDATE,web:1:first,1\n');
      await page.getByRole('heading', { name: 'first.csv' }).waitFor();
      const line = JSON.stringify({ $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: `web:1:${randomUUID()}` });
      await dropFile(page, `${name}.ndjson`, line);
      await page.getByRole('heading', { name: `${name}.ndjson` }).waitFor();
      expect(await page.getByRole('heading', { name: 'first.csv' }).count()).toBe(0);
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
      // The browser itself must not open what is dropped.
      expect(new URL(page.url()).pathname).toBe('/d/1/imports/new');
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('Lines succeeded').waitFor();
      const imports = await client.list('/datamarts/1/document_imports?max_results=500');
      expect(imports.filter((one) => one['name'] === name)).toHaveLength(1);
    });

    it('a template can be downloaded, and imported', async () => {
      const { page } = session();
      await session().open('/d/1/imports/new');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Template of such a file' }).click();
      const template = await download;
      expect(template.suggestedFilename()).toBe('user_activity.ndjson');
      await page.locator('input[type=file]').setInputFiles(await template.path());
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('Lines succeeded').waitFor();
    });

    it('an ordinary table is mapped, its addresses are hashed here, and a later file of the import is mapped in the same way', async () => {
      const { client, page } = session();
      await session().open('/d/1/imports/new');
      const name = `customers-${randomUUID()}`;
      const address = `${randomUUID()}@example.org`;
      const table = `E-mail;Full name;Age\r\n ${address.toUpperCase()} ;"Ann; A";42\r\nnone;Bo;7\r\n`;
      const choose = (content: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: `${name}.csv`, mimeType: '', buffer: Buffer.from(content) });
      await choose(table);
      const columns = page.getByRole('region', { name: 'Columns' });
      await columns.getByText('Age: 42').waitFor();
      await columns.getByText('Fails: no column identifies a person in this row').waitFor();
      await columns.getByRole('textbox', { name: 'Property of Full name' }).fill('full_name');
      await columns.getByText('full_name: "Ann; A"').waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('1 line failed').waitFor();
      await page.getByRole('link', { name: /^email_hash=/ }).click();
      await page.waitForURL(/\/people\/email_hash/);

      const hash = createHash('sha256').update(address).digest('hex');
      expect(await client.list(`/datamarts/1/user_points/email_hash=${hash}/user_profiles`)).toMatchObject([
        { full_name: 'Ann; A', Age: 42 },
      ]);
      const imports = await client.list('/datamarts/1/document_imports?max_results=500');
      const created = imports.filter((one) => one['name'] === name);
      expect(created).toMatchObject([{ document_type: 'USER_PROFILE', mime_type: 'APPLICATION_X_NDJSON' }]);
      const [execution] = await client.list(`/datamarts/1/document_imports/${created[0]?.id}/executions`);
      const { input_file_uri } = execution?.['result'] as { input_file_uri: string };
      const { body } = await client.call<string>('GET', `/data_file/data?uri=${encodeURIComponent(input_file_uri)}`);
      expect(body).toContain(hash);
      expect(body.toLowerCase()).not.toContain(address);
      await session().open(`/d/1/imports/new?import_id=${created[0]?.id}`);
      await choose(table);
      await columns.getByText('full_name: "Ann; A"').waitFor();
    });

    it('an import is changed and deleted', async () => {
      const { client, page } = session();
      const open = (path: string) => session().open(path);
      const settings = { document_type: 'USER_SEGMENT', mime_type: 'TEXT_CSV', name: `segments-${randomUUID()}` };
      const { id } = await client.post('/datamarts/1/document_imports', settings);
      await open(`/d/1/imports/${id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Encoding' }).fill('no-such-encoding');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.getByRole('combobox', { name: 'Encoding' }).fill('windows-1252');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await client.get(`/datamarts/1/document_imports/${id}`)).toMatchObject({ encoding: 'windows-1252' });
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `/datamarts/1/document_imports/${id}`);
    });
  });

/** Drags a file from elsewhere over the page, and drops it there. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  const zone = page.getByText('Drop a file here');
  for (const step of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(step, { dataTransfer });
}
