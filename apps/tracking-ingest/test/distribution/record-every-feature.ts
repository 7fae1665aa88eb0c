import path from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { recordStatements } from '@tributary/testing/plans/record-statements';
import { inOneLine, sourceTextsNaming } from '@tributary/testing/plans/source-sql';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { trackingDatabase } from '../../src/database.js';
import { Applied } from '../applied.js';
import { startTracking } from '../tracking.js';
import { useEveryFeature } from './every-feature.js';
import { localTables, readTables } from './table-keys.js';

const sources = path.join(import.meta.dirname, '../../src');

/** The app after all of its features were used, with every statement that it has sent. */
export async function recordEveryFeature() {
  // The migrations run in the first spec of a worker only. They are no statements of the app, in any order of the specs.
  await (await startMigratedPostgres(trackingDatabase)).stop();
  const recording = recordStatements();
  const tracking = await startTracking([Applied]);
  const tables = await readTables(tracking.database);
  const distributed = new Map([...tables].filter(([table]) => !(table in localTables)));
  /** SQL of the sources that none of the statements contains. */
  const unsentTexts = (statements: Iterable<string>) => {
    const sent = Array.from(statements, inOneLine);
    return sourceTextsNaming(sources, [...distributed.keys()]).filter(
      ({ text }) => !sent.some((one) => one.includes(text)),
    );
  };
  await useEveryFeature(tracking);
  await eventually(() => expect(unsentTexts(recording.texts)).toEqual([]));
  const stop = async () => {
    recording.stop();
    await tracking.stop();
  };
  return { recording, tracking, tables, distributed, unsentTexts, stop };
}
