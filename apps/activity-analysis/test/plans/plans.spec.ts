import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { ColumnFill } from '@tributary/testing/plans/grown-tables';
import { recordStatements } from '@tributary/testing/plans/record-statements';
import { explainInRegimes, statisticsOfRegimes, type ExplainedStatements } from '@tributary/testing/plans/regimes';
import { inOneLine, sourceTextsNaming } from '@tributary/testing/plans/source-sql';
import { analysisDatabase } from '../../src/database.js';
import { startAnalysisDatabase, type AnalysisDatabase } from '../analysis-database.js';
import { bootAnalysis } from '../booted-analysis.js';
import { useEveryFeature } from './every-feature.js';

const growing = [
  'waiting_activities',
  'dropped_activities',
  'erased_identifiers',
  'analysis_failures',
  'permits',
  'outbox',
];
/** They have a row per analyzer and datamart, organisation, limit or partition. */
const small = [
  'outbox_partition',
  'outbox_timeline',
  'analysis_queues',
  'analysis_organisations',
  'throttle_states',
  'taken_partitions',
];
const coarse = new Set(['datamart_id', 'analyzer_id', 'channel_id', 'throttling_id', 'throttling_key', 'partition']);

/** All rows are of one queue, and half of the activities wait behind others. */
const fill: ColumnFill = ({ name, type }) => {
  if (coarse.has(name)) return type === 'bigint' ? '7' : `'7'`;
  if (name === 'due_time') return `case when g % 2 = 0 then now() - g * interval '1 second' end`;
  return type.startsWith('timestamp') ? `now() - g * interval '1 second'` : undefined;
};

/** Parts of the statements that scan what grows, and why they may. */
const scansThatGrow: Record<string, string[]> = {
  'permits, of which a limit has as many as calls may run at once': [
    'delete from permits using unnest',
    'as in_progress from unnest',
  ],
  'the failures of all analyzers, of which each keeps a thousand, once a minute': [
    'select distinct analyzer_id from analysis_failures',
  ],
};
const known = Object.values(scansThatGrow).flat();

let database: AnalysisDatabase;
let explained: ExplainedStatements;
beforeAll(async () => {
  // The migrations run in the first spec of a worker only. They are no statements of the app, in any order of the specs.
  database = await startAnalysisDatabase();
  const recording = recordStatements();
  await useEveryFeature(database);
  const product = await bootAnalysis({ postgres: database.postgres });
  const unsent = () => {
    const sent = Array.from(recording.texts, inOneLine);
    const own = sourceTextsNaming(path.join(import.meta.dirname, '../../src'), [...growing, ...small]);
    return own.filter(({ text }) => !sent.some((one) => one.includes(text)));
  };
  await useEveryFeature(database);
  await eventually(() => expect(unsent()).toEqual([]));
  await product.stop();
  recording.stop();
  const emptied = await startAnalysisDatabase();
  await database.stop();
  database = emptied;
  const app = { database: analysisDatabase, url: emptied.postgres.url, schema: 'activity_analysis' };
  const isGrowing = (table: string) => growing.includes(table);
  explained = await explainInRegimes({ ...app, isGrowing, coarse, fill }, recording.values);
});
afterAll(async () => {
  await explained.stop();
  await database.stop();
});

describe('no statement scans what grows with a queue, except for known ones', () => {
  it.each(statisticsOfRegimes)('with statistics %s', (statistics) => {
    const found = [...(explained.growing.get(statistics) ?? [])];
    expect(Object.fromEntries(found.filter(([text]) => !known.some((part) => text.includes(part))))).toEqual({});
  });

  it('has a scan for each known one', () => {
    const found = [...explained.growing.values()].flatMap((texts) => [...texts.keys()]);
    expect(known.filter((part) => !found.some((text) => text.includes(part)))).toEqual([]);
  });

  it('would find a time that no index is searched by (control)', async () => {
    const text = `select from waiting_activities where analyzer_id = $1 and datamart_id = $2 and due_time is not null
      and due_time <= clock_timestamp() order by due_time, position limit 1`;
    expect([...(await explained.explain(new Map([[text, ['7', '7']]]))).values()]).toHaveLength(1);
  });

  it('knows each table', async () => {
    const rows = await database.dataSource.query<{ table: string }[]>(
      `select relname as table from pg_class where relnamespace = 'activity_analysis'::regnamespace and relkind = 'r'`,
    );
    const tables = rows.map(({ table }) => table).filter((table) => table !== 'migrations');
    expect(tables.toSorted()).toEqual([...growing, ...small].toSorted());
  });
});
