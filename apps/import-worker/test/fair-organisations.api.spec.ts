import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import type { ChunkApplied, ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { query } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { bootImports, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

/** Applies as many batches of the datamarts 1 and 3 as it may, and holds the others. */
class LimitedTracking extends Tracking {
  private passes = 0;
  private readonly held: (() => void)[] = [];

  /** Lets further batches pass. */
  allow(batches: number): void {
    this.passes += batches;
    for (const pass of this.held.splice(0)) pass();
  }

  override async apply(batch: ChunkParsed): Promise<ChunkApplied> {
    while (batch.lines.length > 1 && this.passes === 0) await new Promise<void>((resolve) => this.held.push(resolve));
    if (batch.lines.length > 1) this.passes -= 1;
    return super.apply(batch);
  }
}

const chunkLines = 100;
const hostileChunks = 80;
/** A quarter of the hostile batches. Each chunk has a batch for each of four shards. */
const passes = hostileChunks;

/** Four imports of organisation 1, in two datamarts; then one line. Their priorities: */
const outranking = { hostilePriority: 'HIGH', ownPriority: 'MEDIUM' };

async function importBeside(datamart_id: string, { hostilePriority, ownPriority } = outranking) {
  const tracking = new LimitedTracking();
  const settings = {
    IMPORT_CHUNK_LINES: chunkLines,
    IMPORT_CHUNKS_IN_FLIGHT: hostileChunks / 2,
    IMPORT_CHUNKS_IN_FLIGHT_PER_EXECUTION: hostileChunks / 4,
  };
  const imports = await bootImports({ tracking, settings });
  const importInto = async (id: string, priority: string, lines: number) => {
    const documentImport = await imports.createImport({ priority }, `/v1/datamarts/${id}/document_imports`);
    return imports.execute(documentImport, segmentLines(lines));
  };
  const hostile: DocumentImportExecution[] = [];
  for (const id of ['1', '3', '1', '3'])
    hostile.push(await importInto(id, hostilePriority, (hostileChunks / 4) * chunkLines));
  const dataSource = imports.booted.app.get(DataSource, { strict: false });
  const inFlight = async (execution?: DocumentImportExecution) => {
    const { rows } = await query<{ count: number }>(
      dataSource,
      `select count(*)::int from chunks where state in ('REQUESTED', 'PARSING', 'PARSED')
        and execution_id = coalesce($1, execution_id)`,
      [execution?.id],
    );
    return rows[0]?.count;
  };
  await eventually(async () => expect(await inFlight()).toBe(hostileChunks / 2));
  const victim = await importInto(datamart_id, ownPriority, 1);
  /** How many hostile chunks tracking received before the victim's. */
  const chunksBefore = () => {
    const own = tracking.received.findIndex(({ execution_id }) => execution_id === victim.id);
    const before = tracking.received.slice(0, own);
    return new Set(before.map(({ execution_id, chunk }) => `${execution_id}/${chunk}`)).size;
  };
  const stop = async () => {
    tracking.allow(Infinity);
    for (const execution of hostile) expect(await imports.ended(execution)).toMatchObject({ status: 'SUCCEEDED' });
    await imports.booted.stop();
    await imports.postgres.stop();
  };
  return { imports, tracking, hostile, victim, inFlight, chunksBefore, stop };
}

describe('an import of one line with a lower priority, beside long ones of another organisation', () => {
  let beside: Awaited<ReturnType<typeof importBeside>>;
  beforeAll(async () => {
    beside = await importBeside('2');
  });
  afterAll(() => beside.stop());

  it('is requested at once, although they hold the whole capacity', async () => {
    const { inFlight, victim } = beside;
    await eventually(async () => expect(await inFlight(victim)).toBe(1));
    expect(await inFlight()).toBe(hostileChunks / 2);
  });

  it('ends while they run', async () => {
    const { imports, tracking, victim, hostile } = beside;
    tracking.allow(passes);
    expect(await imports.ended(victim)).toMatchObject({ status: 'SUCCEEDED', result: { total_success: 1 } });
    for (const execution of hostile) expect(await imports.read(execution)).toMatchObject({ status: 'RUNNING' });
    expect(beside.chunksBefore()).toBeLessThan(hostileChunks / 4);
  });
});

describe('the control: within one organisation, also in different datamarts', () => {
  it('it waits for all of the higher priority', async () => {
    const { imports, tracking, victim, chunksBefore, stop } = await importBeside('3');
    tracking.allow(Infinity);
    expect(await imports.ended(victim)).toMatchObject({ status: 'SUCCEEDED' });
    expect(chunksBefore()).toBeGreaterThanOrEqual(hostileChunks / 2);
    await stop();
  });
});

describe('an import of one line with a higher priority, beside long ones of its organisation', () => {
  it.each(['1', '3'])('goes before all chunks that no worker has begun, in datamart %s', async (datamart_id) => {
    const priorities = { hostilePriority: 'LOW', ownPriority: 'HIGH' };
    const { imports, tracking, victim, hostile, chunksBefore, stop } = await importBeside(datamart_id, priorities);
    try {
      tracking.allow(passes);
      expect(await imports.ended(victim)).toMatchObject({ status: 'SUCCEEDED', result: { total_success: 1 } });
      for (const execution of hostile) expect(await imports.read(execution)).toMatchObject({ status: 'RUNNING' });
      expect(chunksBefore()).toBeLessThan(hostileChunks / 4);
    } finally {
      await stop();
    }
  });
});
