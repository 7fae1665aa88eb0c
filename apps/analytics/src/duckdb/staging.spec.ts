import { DuckDBInstance, INTEGER } from '@duckdb/node-api';
import { describe, expect, it } from '@jest/globals';
import { turnsDuring } from '@tributary/testing/event-loop';
import { stage } from './staging.js';

describe('stage', () => {
  it('keeps all rows in order, and yields to the event loop after every 256 of them', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = Array.from({ length: 2_100 }, (_, number) => number);
    let [most, without] = [0, 0];
    let isOver = false;
    const anyTurn = () => {
      without = 0;
      if (!isOver) setImmediate(anyTurn);
    };
    setImmediate(anyTurn);
    const number = {
      type: INTEGER,
      of: (row: number) => {
        most = Math.max(most, ++without);
        return row;
      },
    };
    const turns = await turnsDuring(() => stage(connection, 'staged', { number }, rows));
    isOver = true;
    expect(most).toBe(256);
    expect(turns).toBeGreaterThanOrEqual(rows.length / 256);
    const reader = await connection.runAndReadAll('select number from staged order by rowid');
    expect(reader.getRows().map(([value]) => value)).toEqual(rows);
    connection.closeSync();
  });
});
