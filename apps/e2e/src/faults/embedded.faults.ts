import { describe, expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { importsEmbedded } from '../imports/imports-embedded.js';
import { restoredErasures } from '../backup/restored-erasures.js';
import { pluginsEmbedded } from '../plugins/plugins-embedded.js';
import { EmbeddedSuite } from '../suite/embedded-suite.js';
import { journey } from './activity-journey.js';
import { deadLettersEmbedded } from './dead-letters.js';
import { embeddedKills } from './embedded-kills.js';

const suite = new EmbeddedSuite();

describe('the whole product in one process', () => {
  describe('a client', () => journey(() => suite.platform));
  describe('analyzers', () => pluginsEmbedded(suite));
  describe('an activity that it could not store', () => deadLettersEmbedded(suite));
  describe('an import', () => importsEmbedded(suite));
  describe('its ends', () => embeddedKills(suite));
  describe('a restore', () => restoredErasures(suite));
});

describe('the check, at the end', () => {
  suite.step('finds a missing row and a duplicate row', async () => {
    const url = suite.databaseUrl();
    await queryDatabase(url, 'create table copied as select * from tracking_ingest.activities');
    const [lost, duplicated] = [...suite.scenario.load.acknowledged.keys()];
    await queryDatabase(url, `delete from copied where activity_id = '${lost}'`);
    await queryDatabase(url, `insert into copied select * from copied where activity_id = '${duplicated}'`);
    expect(await suite.scenario.discrepancies('copied')).toEqual({
      lost: [lost],
      duplicated: [duplicated],
      unknown: [],
    });
  });
});
