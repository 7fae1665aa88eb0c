import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { eventually } from '@tributary/testing/eventually';
import { poolOf } from '@tributary/database/data-source';
import { DataSource } from 'typeorm';
import { ExecutionEvents, streamLimits } from '../src/executions/execution-events.js';
import type { ExecutionStream } from '../src/executions/execution-stream.js';
import { ExecutionsRepository } from '../src/executions/executions.repository.js';
import { bootImports, editor, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

const tracking = new Tracking();
let open = () => {};
let imports: Awaited<ReturnType<typeof bootImports>>;
let repository: ExecutionsRepository;
/** An execution that does not end before `open`. */
let running: DocumentImportExecution;
beforeAll(async () => {
  imports = await bootImports({ tracking });
  tracking.gate = new Promise((resolve) => (open = resolve));
  running = await imports.execute(await imports.createImport(), segmentLines(10));
  await eventually(async () => expect(await imports.read(running)).toMatchObject({ status: 'RUNNING' }));
  repository = imports.booted.app.get(ExecutionsRepository, { strict: false });
});
afterAll(async () => {
  open();
  await imports.booted.stop();
  await imports.postgres.stop();
});

const callers = (count: number) => Array.from({ length: count }, (_, index) => ({ ...editor, user_id: `1${index}` }));
const follow = (user = editor) => imports.booted.as(user)(`${running.permalink_uri}/events`);
const pathOf = ({ id, parameters: { datamart_id, document_import_id } }: DocumentImportExecution) => ({
  datamart_id,
  document_import_id,
  execution_id: id,
});

/** Connections that the app takes from its pool while `run` runs: one for each query outside a transaction. */
async function queriesDuring(run: () => Promise<unknown>): Promise<number> {
  const pool = poolOf(imports.booted.app.get(DataSource, { strict: false }));
  let count = 0;
  const onAcquire = () => count++;
  pool.on('acquire', onAcquire);
  await run();
  pool.off('acquire', onAcquire);
  return count;
}

describe('200 event streams', () => {
  it('cost a few queries in all, and each gets the changes and the end', async () => {
    const responses = await Promise.all(callers(20).flatMap((user) => Array.from({ length: 10 }, () => follow(user))));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
    const idle = () => new Promise((resolve) => setTimeout(resolve, 3_000));
    const begun = performance.now();
    const polls = await queriesDuring(idle);
    const seconds = (performance.now() - begun) / 1_000;
    // The control: the same count sees each of as many reads.
    const reads = await queriesDuring(() =>
      Promise.all(Array.from({ length: 200 }, () => repository.get(pathOf(running)))),
    );
    expect(reads).toBeGreaterThanOrEqual(200);
    expect(polls / seconds).toBeLessThan(20);
    const second = await imports.execute(await imports.createImport(), segmentLines(10));
    open();
    for (const response of responses) expect(await response.text()).toContain('"status":"SUCCEEDED"');
    await imports.ended(second);
  });
});

describe('an event stream', () => {
  const limits = { ...streamLimits, perCaller: 2, total: 3 };
  let events: ExecutionEvents;
  beforeAll(async () => {
    tracking.gate = new Promise((resolve) => (open = resolve));
    running = await imports.execute(await imports.createImport(), segmentLines(10));
    events = new ExecutionEvents(repository, limits);
    await events.onApplicationBootstrap();
  });
  afterAll(() => events.beforeApplicationShutdown());
  const tooMany = { code: 'SERVICE_UNAVAILABLE', status: 503 };

  it('is refused beyond the limit of its caller and beyond that of all, until another one ends', async () => {
    const path = pathOf(running);
    const [first, second] = [await events.follow(path, '1'), await events.follow(path, '1')];
    await expect(events.follow(path, '1')).rejects.toMatchObject(tooMany);
    const third = await events.follow(path, '2');
    await expect(events.follow(path, '2')).rejects.toMatchObject(tooMany);
    first.destroy();
    const fourth = await eventually(() => events.follow(path, '2'));
    for (const stream of [second, third, fourth]) stream.destroy();
  });

  it('is refused beyond the share of its organisation, which leaves room to others', async () => {
    const shared = new ExecutionEvents(repository, { ...limits, perCaller: 100, total: 16 });
    const other = await imports.execute(
      await imports.createImport({}, '/v1/datamarts/2/document_imports'),
      segmentLines(10),
    );
    const opened = async (execution: DocumentImportExecution) => {
      const streams: ExecutionStream[] = [];
      for (;;)
        try {
          streams.push(await shared.follow(pathOf(execution), String(streams.length)));
        } catch (error) {
          expect(error).toMatchObject(tooMany);
          return streams;
        }
    };
    const [first, second] = [await opened(running), await opened(other)];
    expect([first.length, second.length]).toEqual([12, 3]);
    for (const stream of first.splice(0, 2)) stream.destroy();
    // One is free for a third organisation. The second one gets a part of those that end.
    await eventually(async () => expect((await opened(other)).length).toBeGreaterThan(0));
    await shared.beforeApplicationShutdown();
  });

  it('ends after its longest life, with the last event complete', async () => {
    const lifeMs = 1_500;
    const shortLived = new ExecutionEvents(repository, { ...limits, lifeMs });
    await shortLived.onApplicationBootstrap();
    const started = Date.now();
    let text = '';
    for await (const piece of await shortLived.follow(pathOf(running), '3')) text += piece;
    await shortLived.beforeApplicationShutdown();
    expect(Date.now() - started).toBeGreaterThanOrEqual(lifeMs);
    expect(text).toMatch(/^event: execution\ndata: .*\n\n$/s);
    expect(await imports.read(running)).not.toMatchObject({ status: 'SUCCEEDED' });
  });

  it('is answered 503 with Retry-After beyond the limit', async () => {
    const own = await Promise.all(Array.from({ length: streamLimits.perCaller }, () => follow()));
    const refused = await follow();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    for (const { body } of [...own, refused]) await body?.cancel();
    await eventually(async () => {
      const response = await follow();
      await response.body?.cancel();
      expect(response.status).toBe(200);
    });
  });

  /** The statuses of as many streams as the caller may have open. */
  const statuses = async () => {
    const responses = await Promise.all(Array.from({ length: streamLimits.perCaller }, () => follow()));
    for (const { body } of responses) await body?.cancel();
    return new Set(responses.map(({ status }) => status));
  };
  const allFree = () => eventually(async () => expect(await statuses()).toEqual(new Set([200])), { every: 500 });

  it('is not left open by HEAD, which gets the same head', async () => {
    await allFree();
    for (let count = 0; count < 25; count++) {
      const { status, headers } = await imports.booted.as(editor)(`${running.permalink_uri}/events`, {
        method: 'HEAD',
      });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    await allFree();
  });
});
