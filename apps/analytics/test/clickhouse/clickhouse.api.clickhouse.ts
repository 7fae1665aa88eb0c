import { describe, jest } from '@jest/globals';
import { checkCollections } from '../check-collections.js';
import { checkReports } from '../reports/check-reports.js';
import { withClickHouse } from './clickhouse-databases.js';

// A busy machine creates the tables of a database slowly.
jest.setTimeout(60_000);

const { newDatabase } = withClickHouse();

/** The settings of an app with a database of its own. */
function inClickHouse(): () => object {
  let settings: object | undefined;
  return () => {
    const { url, database } = newDatabase();
    return (settings ??= { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database });
  };
}

describe('with ClickHouse', () => {
  describe('activities', () => checkReports(inClickHouse()));
  describe('collections', () => checkCollections(inClickHouse()));
});
