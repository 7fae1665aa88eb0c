import { expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { importUnderKills, type ImportUnderKills } from './import-kills.js';
import { uploadUnderKills } from './upload-kills.js';

/** Imports into one process. */
export function importsEmbedded(suite: EmbeddedSuite): void {
  const { databaseUrl } = suite;
  let underKills: ImportUnderKills;

  suite.step('applies each line once when the process is killed repeatedly', async () => {
    underKills = await importUnderKills(suite.platform, databaseUrl, ['standalone'], 3);
  });

  suite.step('is created once by an upload with an Idempotency-Key, whenever the process is killed', () =>
    uploadUnderKills(suite.platform, databaseUrl, suite.standalone, 2),
  );

  suite.step('(control) the check finds a missing line and a duplicate line', async () => {
    const whole = await underKills.stored();
    await queryDatabase(databaseUrl(), 'create table lines as select * from tracking_ingest.activities');
    const ofImport = `datamart_id = ${underKills.datamart}`;
    await queryDatabase(
      databaseUrl(),
      `delete from lines where ctid = (select min(ctid) from lines where ${ofImport})`,
    );
    expect(await underKills.stored('lines')).not.toEqual(whole);
    await queryDatabase(databaseUrl(), `insert into lines select * from lines where ${ofImport} limit 1`);
    expect(await underKills.stored('lines')).not.toEqual(whole);
  });
}
