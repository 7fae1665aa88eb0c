import { beforeAll, expect, it } from '@jest/globals';
import { contentTypes } from '@tributary/contracts/imports/document-import';
import { DocumentType } from '@tributary/contracts/imports/import-messages';
import { isTabular } from '@tributary/contracts/imports/import-templates';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { importFile, importTimeout, type Execution, type ImportedFile } from '../client/import-file.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';

const ndjson = 'application/x-ndjson';

/** Imports of files, whose result counts every line. */
export function importsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    datamart = `/datamarts/${(await newTenant(client)).datamart_id}`;
  });

  const run = (document_type: string, mime_type: ImportedFile['mime_type'], content_type: string, file: string) =>
    importFile(client, datamart, { document_type, mime_type, content_type, file });

  it('stores activities once, and reports the error of each invalid line', async () => {
    const line = (n: number) => JSON.stringify({ $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: `i-${n}` });
    const file = [line(1), 'no json', line(2), '', '{"$type":"SITE_VISIT"}', line(3)].join('\n');
    const { result } = await run('USER_ACTIVITY', 'APPLICATION_X_NDJSON', ndjson, file);
    expect(result).toMatchObject({ total_success: 3, total_failure: 2, possible_issue_on_identifiers: false });
    const uri = encodeURIComponent(String(result?.['error_file_uri']));
    const { body } = await client.call<string>('GET', `/data_file/data?uri=${uri}`);
    const failures = body.trim().split('\n').map((text) => JSON.parse(text) as object); // oxfmt-ignore
    expect(failures).toMatchObject([
      { line: 2, error_code: 'BAD_REQUEST_FORMAT', content: 'no json' },
      { line: 5, error_code: 'BAD_REQUEST_DATA', byte_offset: expect.any(Number) as unknown },
    ]);
    await eventually(async () => expect(await reportRows(client, datamart, ['users', 'sessions'])).toEqual([[3, 3]]));
  });

  it('adds people to segments from CSV, visible in reads and reports', async () => {
    const csv = 'user_agent_id;segment_id;operation;data_bag\ni-1;42;UPDATE;"{""a"":1}"\ni-2;42;UPDATE;"x ""y"""\n';
    const { result } = await run('USER_SEGMENT', 'TEXT_CSV', 'text/csv; charset=utf-8', csv);
    expect(result).toMatchObject({ total_success: 2, total_failure: 0, error_file_uri: null });
    const segments = await client.list(`${datamart}/user_points/user_agent_id=i-1/user_segments`);
    expect(segments).toMatchObject([{ segment_id: '42', data_bag: { a: 1 } }]);
    await eventually(async () =>
      expect(await reportRows(client, datamart, ['users'], ['segment_id'])).toEqual([
        [42, 2],
        [null, 1],
      ]),
    );
  });

  it('applies the lines of a person in order', async () => {
    const choice = (operation: string, ts: number) =>
      JSON.stringify({
        operation,
        user_agent_id: 'i-1',
        user_choice: { $processing_id: 'p', $choice_ts: ts, $choice_acceptance_value: true },
      });
    const file = [choice('UPSERT', 1), choice('DELETE', 1), choice('UPSERT', 3)].join('\n');
    await run('USER_CHOICE', 'APPLICATION_X_NDJSON', ndjson, file);
    const choices = await client.list(`${datamart}/user_points/user_agent_id=i-1/user_choices`);
    expect(choices).toMatchObject([{ $processing_id: 'p', $choice_ts: 3 }]);
  });

  it('applies each line of the templates', async () => {
    for (const type of DocumentType.options)
      for (const [mime_type, content_type] of Object.entries(contentTypes)) {
        const target = `/document_imports/templates/${type}?mime_type=${mime_type}`;
        const template = await client.call<string>('GET', target);
        const isTable = mime_type === 'TEXT_CSV';
        expect([type, template.status]).toEqual([type, isTable && !isTabular(type) ? 400 : 200]);
        if (template.status === 400) continue;
        expect(template.headers.get('content-type')).toContain(content_type);
        const { result } = await run(type, mime_type as ImportedFile['mime_type'], content_type, template.body);
        const total_success = template.body.trim().split('\n').length - (isTable ? 1 : 0);
        expect([type, result]).toEqual([type, expect.objectContaining({ total_success, total_failure: 0 })]);
      }
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', '/document_imports/templates/USERS');
  });

  it('runs a file once that is sent again with its Idempotency-Key, and twice without one (control)', async () => {
    const imports = `${datamart}/document_imports`;
    const request = {
      document_type: 'USER_SEGMENT',
      mime_type: 'APPLICATION_X_NDJSON',
      encoding: 'utf-8',
      name: 'e2e',
    };
    const { id } = await client.post(imports, request);
    // Larger than the buffers between client and owner: a repeated upload is answered although its body is not needed.
    const file = '{"operation":"UPDATE","user_agent_id":"again","segment_id":"7"}\n'.repeat(50_000);
    const send = (key?: string) => {
      const headers = { 'content-type': ndjson, ...(key !== undefined && { 'idempotency-key': key }) };
      return eventually(() => client.post<Execution>(`${imports}/${id}/executions`, file, headers), importTimeout);
    };
    const first = await send('once');
    const repeated = await Promise.all([send('once'), send('once'), send('once')]);
    expect(repeated.map((execution) => execution.id)).toEqual([first.id, first.id, first.id]);
    const [one, other] = [await send(), await send()];
    expect(new Set([first.id, one.id, other.id]).size).toBe(3);
    expect(await client.list(`${imports}/${id}/executions`)).toHaveLength(3);
    // While its executions run, their locks may outlast the wait: 503.
    await eventually(() => client.delete(`${imports}/${id}`), importTimeout);
  });

  it('refuses an empty body, and a body of another type', async () => {
    const imports = `${datamart}/document_imports`;
    const request = { document_type: 'USER_PROFILE', mime_type: 'TEXT_CSV', encoding: 'utf-8', name: 'e2e' };
    const { id } = await client.post(imports, request);
    const refuse = (body: string, type: string) =>
      client.expectError(400, 'BAD_REQUEST_FORMAT', 'POST', `${imports}/${id}/executions`, body, {
        'content-type': type,
      });
    await refuse('a;b', ndjson);
    await refuse('', 'text/csv');
    const activities = { ...request, document_type: 'USER_ACTIVITY' };
    await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', imports, activities);
  });
}
