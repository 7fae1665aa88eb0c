import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { DiskStore } from '../src/blobs/disk.store.js';
import { newBlobKey, thisWriter } from '../src/blobs/writer-identity.js';
import { ExecutionsRepository } from '../src/executions/executions.repository.js';
import { ScheduleRepository } from '../src/scheduling/schedule.repository.js';
import { bootImports, clientOf, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

const tracking = new Tracking();
let imports: Awaited<ReturnType<typeof bootImports>>;
let booted: (typeof imports)['booted'];
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  const settings = { IMPORT_CHUNK_LINES: 100, IMPORT_RESEND_MS: 1_000, IMPORT_CHUNKS_IN_FLIGHT: 4 };
  imports = await bootImports({ tracking, settings });
  booted = imports.booted;
  client = clientOf(booted);
});
afterAll(async () => {
  await booted.stop();
  await imports.postgres.stop();
});
afterEach(() => {
  tracking.gate = Promise.resolve();
  tracking.isDown = false;
  tracking.answersTwice = false;
  tracking.loses = () => false;
});

const inOrder = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Few enough that each agent has lines in every chunk. */
const agents = 20;
const file = (lines: number) => segmentLines(lines, agents);

function appliedInOrder({ id }: DocumentImportExecution, count: number): void {
  expect(tracking.linesOf(id)).toEqual(inOrder(count));
  const sequences = tracking.sequencesOf(id);
  expect(sequences).toHaveLength(agents);
  for (const lines of sequences) expect(lines).toEqual(lines.toSorted((a, b) => a - b));
}
const success = (count: number) => ({ status: 'SUCCEEDED', result: { total_success: count, total_failure: 0 } });

/** Restarts the app. As after a crash, the messages on the bus are lost. */
async function restart(): Promise<void> {
  await booted.stop();
  booted = await imports.boot();
  client = clientOf(booted);
}

describe('every line takes effect once, and lines of one identifier take effect in file order', () => {
  it('if tracking answers twice', async () => {
    tracking.answersTwice = true;
    const execution = await client.execute(await client.createImport(), file(1_000));
    expect(await client.ended(execution)).toMatchObject(success(1_000));
    appliedInOrder(execution, 1_000);
  });

  it('if answers are lost and batches are requested again', async () => {
    let answers = 0;
    tracking.loses = () => answers++ % 3 === 0;
    const execution = await client.execute(await client.createImport(), file(1_000));
    expect(await client.ended(execution)).toMatchObject(success(1_000));
    appliedInOrder(execution, 1_000);
    const batches = tracking.received.filter(({ execution_id }) => execution_id === execution.id);
    expect(batches.length).toBeGreaterThan(10);
  });

  it('if tracking is down for a while', async () => {
    tracking.isDown = true;
    const execution = await client.execute(await client.createImport(), file(500));
    await eventually(async () => expect(await client.read(execution)).toMatchObject({ status: 'RUNNING' }));
    tracking.isDown = false;
    expect(await client.ended(execution)).toMatchObject(success(500));
    appliedInOrder(execution, 500);
  });

  it('if the process restarts in the middle, without a request to resume', async () => {
    const execution = await client.execute(await client.createImport(), file(5_000));
    for (const least of [300, 1_500, 3_000]) {
      await eventually(() => expect(tracking.linesOf(execution.id).length).toBeGreaterThan(least), { every: 5 });
      await restart();
    }
    expect(await client.ended(execution)).toMatchObject({ ...success(5_000), num_tasks: 50, completed_tasks: 50 });
    appliedInOrder(execution, 5_000);
  });

  it('if the database is killed in the middle', async () => {
    const execution = await client.execute(await client.createImport(), file(3_000));
    await eventually(() => expect(tracking.linesOf(execution.id).length).toBeGreaterThan(300), { every: 5 });
    await imports.postgres.kill();
    await imports.postgres.start();
    const ended = await eventually(() => client.ended(execution));
    expect(ended).toMatchObject(success(3_000));
    appliedInOrder(execution, 3_000);
  });
});

describe('cancelling', () => {
  it('ends an execution that has applied some of its lines, and reports how many', async () => {
    let open = () => {};
    const execution = await client.execute(await client.createImport(), file(3_000));
    await eventually(() => expect(tracking.linesOf(execution.id).length).toBeGreaterThan(0), { every: 5 });
    tracking.gate = new Promise((resolve) => (open = resolve));
    const response = await client.act(execution, 'CANCEL');
    expect([response.status, await response.json()]).toMatchObject([200, { data: { cancel_status: 'REQUESTED' } }]);
    open();
    const ended = await client.ended(execution);
    expect(ended).toMatchObject({ status: 'CANCELED', cancel_status: 'DONE', is_retryable: false });
    const applied = tracking.linesOf(execution.id);
    expect(new Set(applied).size).toBe(applied.length);
    expect(applied.length).toBeLessThan(3_000);
    expect(ended.result).toMatchObject({
      total_success: applied.length,
      total_failure: 0,
      total_unprocessed: 3_000 - applied.length,
    });
    for (const action of ['CANCEL', 'RETRY']) {
      const again = await client.act(execution, action);
      expect([again.status, await again.json()]).toMatchObject([400, { error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' }]);
    }
  });

  it.each([{}, { action: 'PAUSE' }, []])('is rejected as %j', async (body) => {
    const execution = await client.execute(await client.createImport(), segmentLines(1));
    const response = await client.send(`${execution.permalink_uri}/action`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'BAD_REQUEST_DATA' }]);
  });
});

describe('a missing file', () => {
  it('fails its execution; a retry resumes it when the file is back', async () => {
    let open = () => {};
    tracking.gate = new Promise((resolve) => (open = resolve));
    const execution = await client.execute(await client.createImport(), file(1_000));
    const files = await booted.app.get(ExecutionsRepository, { strict: false }).findFiles(execution.id);
    const blob = path.join(imports.directory, 'imports', files?.input_key ?? '');
    await rename(blob, `${blob}.away`);
    open();
    expect(await client.ended(execution)).toMatchObject({
      status: 'FAILED',
      is_retryable: true,
      result: null,
      error: { message: expect.any(String) },
    });
    await rename(`${blob}.away`, blob);
    const response = await client.act(execution, 'RETRY');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { data: { status: 'PENDING', retry_count: 1, error: null, is_retryable: false } },
    ]);
    expect(await client.ended(execution)).toMatchObject(success(1_000));
    appliedInOrder(execution, 1_000);
  });
});

/** Starts an execution whose chunks stay in flight. `open` lets them go on. */
async function startHeld() {
  let open = () => {};
  tracking.gate = new Promise((resolve) => (open = resolve));
  const documentImport = await client.createImport();
  const execution = await client.execute(documentImport, file(1_000));
  await eventually(async () => expect(await client.read(execution)).toMatchObject({ status: 'RUNNING' }));
  return { documentImport, execution, open };
}

const requestChunks = (schedule: ScheduleRepository): Promise<unknown> =>
  schedule.take({ capacity: { total: 100, perExecution: 100 }, resendMs: 60_000, now: Date.now() });

/** Lets the scheduler change chunks, once, while the transaction of `work` has locked the execution. */
async function scheduleDuring(
  { id }: DocumentImportExecution,
  work: (client: ClientBase) => Promise<unknown>,
  change = requestChunks,
) {
  const dataSource = booted.app.get(DataSource, { strict: false });
  const schedule = booted.app.get(ScheduleRepository, { strict: false });
  const { changing } = await transaction(dataSource, async (client) => {
    await client.query('select from executions where id = $1 for update', [id]);
    let hasChanged = false;
    const changing = change(schedule).then(() => (hasChanged = true));
    await eventually(async () => {
      expect(await lockWaits(imports.postgres.url, 'executions')).not.toEqual([]);
    });
    await work(client);
    expect(hasChanged).toBe(false);
    return { changing };
  });
  await changing;
}

describe('an execution that has failed', () => {
  it('is not resumed by a scheduler that read it before the failure', async () => {
    const { execution, open } = await startHeld();
    await scheduleDuring(execution, (client) =>
      client.query(`update executions set status = 'FAILED', is_retryable = true where id = $1`, [execution.id]),
    );
    expect(await client.read(execution)).toMatchObject({ status: 'FAILED' });
    open();
  });
});

describe('deleting an import', () => {
  it('ends its executions and removes their files', async () => {
    const documentImport = await client.createImport();
    const execution = await client.execute(documentImport, file(2_000));
    const target = `${client.imports}/${documentImport.id}`;
    expect(await (await client.send(target, { method: 'DELETE' })).json()).toEqual({ status: 'ok' });
    expect((await client.send(execution.permalink_uri)).status).toBe(404);
    expect((await client.download(execution.parameters.file_uri)).status).toBe(404);
    const next = await client.execute(await client.createImport(), file(100));
    expect(await client.ended(next)).toMatchObject(success(100));
  });

  it.each([
    ['requests chunks', requestChunks],
    ['requests all chunks again', (schedule: ScheduleRepository) => schedule.resetRequests()],
  ])('never meets a scheduler that %s, holds them, and waits for its execution', async (_what, change) => {
    const { documentImport, execution, open } = await startHeld();
    // With the locks of a scheduler that takes chunks first, this fails.
    await scheduleDuring(execution, (client) => client.query('select from chunks for update nowait'), change);
    const target = `${client.imports}/${documentImport.id}`;
    expect(await (await client.send(target, { method: 'DELETE' })).json()).toEqual({ status: 'ok' });
    open();
  });
});

describe('files that a crash has left behind', () => {
  it('are removed at the next start, unless an execution names them', async () => {
    const execution = await client.execute(await client.createImport(), segmentLines(1));
    const { host, pid } = thisWriter;
    const store = new DiskStore(path.join(imports.directory, 'imports'));
    const orphan = newBlobKey({ host, pid, boot: 'earlier' });
    async function* bytes() {
      yield await Promise.resolve(Buffer.from('half a fi'));
    }
    await store.write(orphan, bytes());
    await restart();
    await eventually(async () => expect(await keysOf(store)).not.toContain(orphan));
    expect((await client.download(execution.parameters.file_uri)).status).toBe(200);
  });
});

async function keysOf(store: { list: () => AsyncIterable<{ key: string }> }): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}
