import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import type { DocumentImport, DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { IdempotencyKeysRepository } from '../src/executions/idempotency-keys.repository.js';
import { bootImports, clientOf, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

const tracking = new Tracking();
let imports: Awaited<ReturnType<typeof bootImports>>;
/** Another process on the same database and store. */
let second: Awaited<ReturnType<(typeof imports)['boot']>>;
let database: DataSource;
beforeAll(async () => {
  imports = await bootImports({ tracking, settings: { IMPORT_CHUNK_LINES: 100 } });
  second = await imports.boot();
  database = imports.booted.app.get(DataSource, { strict: false });
});
afterAll(async () => {
  await second.stop();
  await imports.booted.stop();
  await imports.postgres.stop();
});

interface Sent {
  key?: string;
  body?: string;
  type?: string;
  send?: (typeof imports)['send'];
}
const send = (documentImport: DocumentImport, sent: Sent = {}) => {
  const { key, body = segmentLines(250), type = 'application/x-ndjson', send: by = imports.send } = sent;
  const headers = { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) };
  return by(imports.executionsOf(documentImport), { method: 'POST', headers, body });
};
const execution = async (response: Response) => {
  const { data } = (await response.json()) as { data: DocumentImportExecution };
  return [response.status, data?.id];
};
const upload = async (documentImport: DocumentImport, sent?: Sent) => execution(await send(documentImport, sent));
const error = async (response: Response) => {
  const { error_code, error: message } = (await response.json()) as { error_code: string; error: string };
  return [response.status, error_code, message];
};
const listed = async (documentImport: DocumentImport) => {
  const response = await imports.send(imports.executionsOf(documentImport));
  return ((await response.json()) as { data: DocumentImportExecution[] }).data;
};
const stored = async () => {
  const directory = path.join(imports.directory, 'imports');
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
};
const answerTo = async (request: ClientRequest) => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};
const expire = () => database.query('update upload_keys set valid_until = 0');
const inProgress = [503, 'SERVICE_UNAVAILABLE', expect.stringContaining('Idempotency-Key')];

/** Applied lines of all executions of the import. */
async function applied(documentImport: DocumentImport): Promise<number> {
  const executions = await listed(documentImport);
  for (const one of executions) await imports.ended(one);
  return executions.flatMap(({ id }) => tracking.linesOf(id)).length;
}

describe('a file that is sent again with its Idempotency-Key', () => {
  it('is the same execution: its lines take effect once, and its bytes are not stored again', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const created = await send(documentImport, { key: 'again' });
    expect(created.headers.get('idempotent-replay')).toBeNull();
    const first = await execution(created);
    expect(first).toEqual([200, expect.any(String)]);
    const replayed = await send(documentImport, { key: 'again' });
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(await execution(replayed)).toEqual(first);
    await imports.ended((await listed(documentImport))[0] as DocumentImportExecution);
    expect(await upload(documentImport, { key: 'again' })).toEqual(first);
    expect(await applied(documentImport)).toBe(250);
    expect(await stored()).toBe(before + 1);
  });

  it('without a key is a new execution, and its lines take effect twice (control)', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const first = await upload(documentImport);
    expect(await upload(documentImport)).not.toEqual(first);
    expect(await applied(documentImport)).toBe(500);
    expect(await stored()).toBe(before + 2);
  });

  it('20 times at once, to two processes, is one execution', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const clients = [imports.send, clientOf(second).send];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        eventually(async () => {
          const [status, id] = await upload(documentImport, { key: 'at-once', send: clients[index % 2] });
          expect(status).toBe(200);
          return id;
        }),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await applied(documentImport)).toBe(250);
    expect(await stored()).toBe(before + 1);
  });

  it('while the first upload is in progress, is answered 503 and not stored', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const first = imports.beginUpload(documentImport, { 'idempotency-key': 'slow' });
    first.write(segmentLines(10));
    await eventually(async () => expect(await stored()).toBe(before + 1));
    for (const by of [imports.send, clientOf(second).send]) {
      const response = await send(documentImport, { key: 'slow', send: by });
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await error(response)).toEqual(inProgress);
    }
    expect(await stored()).toBe(before + 1);
    first.end();
    expect(await answerTo(first)).toBe(200);
    const [only] = await listed(documentImport);
    expect(await upload(documentImport, { key: 'slow' })).toEqual([200, only?.id]);
    expect(await applied(documentImport)).toBe(10);
  });

  it('counts if the first upload has failed', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const first = imports.beginUpload(documentImport, { 'idempotency-key': 'broken' });
    first.write(segmentLines(10));
    await eventually(async () => expect(await stored()).toBe(before + 1));
    first.destroy();
    const [status] = await eventually(async () => {
      const answer = await upload(documentImport, { key: 'broken' });
      expect(answer[0]).toBe(200);
      return answer;
    });
    expect(status).toBe(200);
    expect(await error(await send(documentImport, { key: 'mistyped', type: 'text/csv' }))).toEqual([
      400,
      'BAD_REQUEST_FORMAT',
      expect.any(String),
    ]);
    expect((await upload(documentImport, { key: 'mistyped' }))[0]).toBe(200);
    expect(await applied(documentImport)).toBe(500);
  });

  it('is the same execution also with another body or caller, and after the execution has ended', async () => {
    const documentImport = await imports.createImport();
    const first = await upload(documentImport, { key: 'k', body: 'no JSON\n' });
    const canceled = (await listed(documentImport))[0] as DocumentImportExecution;
    await imports.act(canceled, 'CANCEL');
    await imports.ended(canceled);
    const other: Caller = { user_id: '9', roles: [{ organisation_id: '1', role: 'EDITOR' }] };
    expect(await upload(documentImport, { key: 'k', send: imports.booted.as(other) })).toEqual(first);
    expect(await upload(documentImport, { key: 'k', body: segmentLines(5_000), type: 'text/csv' })).toEqual(first);
    expect(await upload(documentImport, { key: 'K' })).not.toEqual(first);
    expect(await upload(await imports.createImport(), { key: 'k' })).not.toEqual(first);
  });

  it.each(['', 'two words', 'x'.repeat(256), 'é'])('is refused with the key "%s"', async (key) => {
    const documentImport = await imports.createImport();
    expect(await error(await send(documentImport, { key }))).toEqual([
      400,
      'BAD_REQUEST_DATA',
      expect.stringContaining('Idempotency-Key'),
    ]);
    expect(await listed(documentImport)).toEqual([]);
  });

  it('may have a key of 255 characters', async () => {
    const key = `!~${'x'.repeat(253)}`;
    expect((await upload(await imports.createImport(), { key }))[0]).toBe(200);
  });

  it('is a new execution after 7 days, when housekeeping has deleted the key or not', async () => {
    const documentImport = await imports.createImport();
    const first = await upload(documentImport, { key: 'week' });
    const [row] = await database.query<{ valid_until: string }[]>(
      `select valid_until from upload_keys where idempotency_key = 'week'`,
    );
    const left = Number(row?.valid_until) - Date.now();
    expect(left).toBeGreaterThan(7 * 86_400_000 - 60_000);
    expect(left).toBeLessThanOrEqual(7 * 86_400_000);
    await expire();
    const next = await upload(documentImport, { key: 'week' });
    expect(next).not.toEqual(first);
    const keys = imports.booted.app.get(IdempotencyKeysRepository, { strict: false });
    const count = async () => (await database.query<object[]>('select from upload_keys')).length;
    await keys.deleteExpired();
    expect(await count()).toBe(1);
    await keys.deleteExpired(Date.now() + 8 * 86_400_000);
    expect(await count()).toBe(0);
    expect(await upload(documentImport, { key: 'week' })).not.toEqual(next);
  });
});

describe('an upload whose process', () => {
  it('was killed before it created the execution leaves the key free once its lease has expired', async () => {
    const documentImport = await imports.createImport();
    const { datamart_id, id: document_import_id } = documentImport;
    const keys = imports.booted.app.get(IdempotencyKeysRepository, { strict: false });
    await keys.claim({ datamart_id, document_import_id, idempotency_key: 'killed' });
    expect(await error(await send(documentImport, { key: 'killed' }))).toEqual(inProgress);
    await expire();
    expect((await upload(documentImport, { key: 'killed' }))[0]).toBe(200);
    expect(await applied(documentImport)).toBe(250);
  });

  it('was suspended for longer than its lease creates no second execution', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const first = imports.beginUpload(documentImport, { 'idempotency-key': 'suspended' });
    first.write(segmentLines(10));
    await eventually(async () => expect(await stored()).toBe(before + 1));
    await expire();
    const [status, id] = await upload(documentImport, { key: 'suspended' });
    expect(status).toBe(200);
    first.end();
    expect(await answerTo(first)).toBe(503);
    expect(await listed(documentImport)).toMatchObject([{ id }]);
    expect(await upload(documentImport, { key: 'suspended' })).toEqual([200, id]);
    expect(await applied(documentImport)).toBe(250);
  });
});

// The last test: its process takes over the answers of tracking, and stops.
describe('the keys of uploads', () => {
  it('are deleted by housekeeping once they are no longer valid', async () => {
    const documentImport = await imports.createImport();
    await upload(documentImport, { key: 'old' });
    await expire();
    await upload(documentImport, { key: 'valid' });
    const third = await imports.boot();
    const left = () => database.query(`select idempotency_key from upload_keys`);
    await eventually(async () => expect(await left()).toEqual([{ idempotency_key: 'valid' }]));
    await third.stop();
  });
});
