import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { type CopyValue, copyInto } from '../src/copy.js';
import { createDataSource } from '../src/data-source.js';
import { insertRows, maxInserted } from '../src/insert-rows.js';
import { migrate } from '../src/migrate.js';
import { query, transaction, unitOfWork } from '../src/transaction.js';
import { anApp } from './apps.js';
import { startServer, type TestServer } from './server.js';

describe('copyInto', () => {
  let server: TestServer;
  let dataSource: DataSource;

  beforeAll(async () => {
    server = await startServer();
    await migrate(anApp(server.url));
    dataSource = await createDataSource(anApp(server.url)).initialize();
    await query(dataSource, 'create table samples (id bigint, body text, flag boolean, document jsonb)');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await server.stop();
  });

  const copyBack = (rows: Iterable<readonly CopyValue[]>) =>
    transaction(dataSource, async (client) => {
      await client.query('truncate samples');
      await copyInto(client, 'samples', ['id', 'body'], rows);
      return (await client.query<{ id: string; body: string | null }>('select id, body from samples order by id')).rows;
    });

  const insertBack = async (rows: CopyValue[][]) => {
    await unitOfWork(dataSource, async (work) => {
      await work.client.query('truncate samples');
      await insertRows(work, 'samples', ['id', 'body'], rows);
    });
    return (await query<{ id: string; body: string | null }>(dataSource, 'select id, body from samples order by id'))
      .rows;
  };

  const anyText = fc.string({ unit: 'binary', maxLength: 50 }).filter((text) => !text.includes('\0'));
  const awkwardText = fc.array(
    fc.constantFrom('\\', '\t', '\n', '\r', '\\N', '\\.', '\b', '\f', '\v', '"', "'", '😀', 'é', 'N', ''),
  );
  const body = fc.option(
    fc.oneof(
      anyText,
      awkwardText.map((parts) => parts.join('')),
    ),
  );

  it('stores any text and null unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 30 }), async (bodies) => {
        const rows = await copyBack(bodies.map((text, id) => [id, text]));
        expect(rows.map((row) => row.body)).toEqual(bodies);
      }),
      { numRuns: 200 },
    );
  });

  it('stores what insertRows does, with an INSERT and with COPY', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 2 * maxInserted }), async (bodies) => {
        const rows = bodies.map((text, id) => [id, text]);
        expect(await insertBack(rows)).toEqual(await copyBack(rows));
      }),
      { numRuns: 100 },
    );
  });

  it('(negative control: null differs from the text \\N)', async () => {
    expect(
      await copyBack([
        [1, null],
        [2, '\\N'],
        [3, ''],
      ]),
    ).toEqual([
      { id: '1', body: null },
      { id: '2', body: '\\N' },
      { id: '3', body: '' },
    ]);
  });

  it('accepts numbers, bigints, booleans and JSON, and counts the rows', async () => {
    const count = await transaction(dataSource, async (client) => {
      await client.query('truncate samples');
      const rows = [[9007199254740993n, 'a', true, JSON.stringify({ quote: '"', path: 'c:\\n' })]];
      return copyInto(client, 'samples', ['id', 'body', 'flag', 'document'], rows);
    });
    expect(count).toBe(1);
    const { rows } = await query(dataSource, 'select * from samples');
    expect(rows).toEqual([{ id: '9007199254740993', body: 'a', flag: true, document: { quote: '"', path: 'c:\\n' } }]);
  });

  it('copies rows longer than one piece, and no rows', async () => {
    const text = 'x'.repeat(100_000);
    expect(await copyBack(Array.from({ length: 100 }, (_, id) => [id, text]))).toHaveLength(100);
    expect(await copyBack([])).toEqual([]);
  });

  it('rejects what PostgreSQL refuses, and leaves a working connection', async () => {
    await expect(copyBack([[1, 'zero \0']])).rejects.toMatchObject({ code: '22021' });
    await expect(copyBack([['no number', 'a']])).rejects.toMatchObject({ code: '22P02' });
    expect(await copyBack([[1, 'fine']])).toHaveLength(1);
  });

  it('rejects with the error of the rows’ iterator', async () => {
    function* failing(): Iterable<CopyValue[]> {
      yield [1, 'a'];
      throw new Error('no more');
    }
    await expect(copyBack(failing())).rejects.toThrow('no more');
    expect(await copyBack([[1, 'fine']])).toHaveLength(1);
  });

  it('is unavailable when the server dies before the rows', async () => {
    await expect(
      transaction(dataSource, async (client) => {
        await server.kill();
        await copyInto(client, 'samples', ['id', 'body'], [[1, 'a']]);
      }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await server.start();
  });
});
