import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { runToEnd } from '@tributary/testing/processes/processes';
import { programOf } from '@tributary/testing/processes/processes-program';
import { parse } from 'yaml';
import type { ScaledObject } from '../src/deployment/deployment-scaling.js';

// Operators and KEDA read these tables: a renamed column would be noticed in production only.

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
let postgres: TestPostgres;
let directory: string;

beforeAll(async () => {
  postgres = await startPostgres();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-waiting-'));
  await runToEnd(programOf('activity-analysis', { DATABASE_URL: postgres.url }, directory, { command: 'migrate' }));
});
afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true });
});

const wait = (waiting: number[]) =>
  queryDatabase(
    postgres.url,
    `truncate activity_analysis.analysis_queues;
     insert into activity_analysis.analysis_queues (analyzer_id, datamart_id, waiting)
     select position, 1, waiting from unnest('{${waiting.join()}}'::bigint[]) with ordinality as given (waiting, position)`,
  );

describe('the query by which KEDA scales activity-analysis', () => {
  const scaled = parse(read('deploy/kubernetes/components/scaling/activity-analysis.yaml')) as ScaledObject;
  const { query = '', targetQueryValue } =
    scaled.spec.triggers.find(({ type }) => type === 'postgresql')?.metadata ?? {};
  /** How many replicas a horizontal pod autoscaler would start. */
  const replicas = async () => {
    const [row] = (await queryDatabase<Record<string, string>>(postgres.url, query)).rows;
    return Math.ceil(Number(Object.values(row ?? {})[0]) / Number(targetQueryValue));
  };

  it.each([
    ['no queue', [], 0],
    ['queues of 500 and 1,600', [500, 1_600], 2],
    ['a queue of a million, of a plugin that is down', [1_000_000], 4],
    ['ten such queues', Array.from({ length: 10 }, () => 1_000_000), 40],
  ])('asks for the right number of replicas for %s', async (_case, waiting, expected) => {
    await wait(waiting);
    expect(await replicas()).toBe(expected);
  });
});

describe('the runbook', () => {
  const statements = [...read('docs/operations.md').matchAll(/--command "\n(.*?)"\n```/gs)].map(([, sql = '']) => sql);

  it('lists the longest queues', async () => {
    await wait([3, 0, 7]);
    const [statement = ''] = statements.filter((sql) => sql.includes('analysis_queues'));
    expect((await queryDatabase(postgres.url, statement)).rows).toMatchObject([{ waiting: '7' }, { waiting: '3' }]);
  });

  it('empties a table of positions that exists', async () => {
    const [, tables = ''] = /--command 'truncate ([^']+)'/.exec(read('docs/operations.md')) ?? [];
    const own = tables.split(', ').filter((table) => table.startsWith('activity_analysis.'));
    expect(own).toHaveLength(1);
    await queryDatabase(postgres.url, `truncate ${own.join()}`);
  });
});
