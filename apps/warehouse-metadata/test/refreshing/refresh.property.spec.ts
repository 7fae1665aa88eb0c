import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import type { DataWarehouseInfos, Dated } from '@tributary/contracts/warehouses/warehouse-metadata';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { Engines, type Engine, type Scan } from '../../src/engines/engine.js';
import { faults, scanOf, world } from './arbitrary-scans.js';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from '../booted-warehouses.js';
import { emptyTree, flatten, mergeTree } from './tree-model.js';

/** Returns the given scan. Without one, the scan loses its connection. */
class GivenEngines extends Engines {
  next: Scan | undefined;

  of(): Engine {
    const scan = () => (this.next ? Promise.resolve(this.next) : Promise.reject(unavailable('cut off')));
    return { scan, connect: async () => void (await scan()) };
  }
}

const engines = new GivenEngines();
let app: BootedWarehouses;

beforeAll(async () => {
  app = await bootWarehouses({ engines });
});
afterAll(() => app.stop());

/** Whether an element has disappeared, without the time. */
const outline = ({ disappearance_date: gone }: { disappearance_date?: number | null }) =>
  gone !== undefined && gone !== null;

function pathsOf({ databases }: DataWarehouseInfos): Record<string, boolean> {
  const found: Record<string, boolean> = {};
  const add = (path: string, element: Dated) => (found[path] = outline(element));
  for (const database of databases) {
    add(database.name, database);
    for (const schema of database.schemas) {
      add(`${database.name}/${schema.name}`, schema);
      for (const table of schema.tables) {
        const path = `${database.name}/${schema.name}/${table.name}`;
        add(path, table);
        for (const column of table.columns) add(`${path}/${column.column_name}`, column);
      }
    }
  }
  return found;
}

describe('the stored tree', () => {
  it('equals the model after any refreshes, and failed refreshes do not change it', async () => {
    const history = fc.array(fc.record({ world, faults }), { minLength: 1, maxLength: 5 });
    const api = app.api(editor);
    await fc.assert(
      fc.asyncProperty(history, async (states) => {
        const { body } = await api('POST', '/datawarehouses', aWarehouse());
        const path = `/datawarehouses/${(body.data as { id: string }).id}`;
        await api('PUT', `${path}/credentials`, { host: 'db', port: 5432, user: 'u', password: 'p' });
        let model = emptyTree();
        for (const [index, state] of states.entries()) {
          engines.next = scanOf(state.world, state.faults);
          if (engines.next) model = mergeTree(model, engines.next, index + 1);
          const { status } = await api('POST', `${path}/metadata`, { fetch_only: false });
          expect(status).toBe(engines.next ? 200 : 503);
        }
        const all = await app.api(reader)('GET', `${path}/metadata?include_disappeared=true`);
        const expected = Object.entries(flatten(model)).map(([path, element]) => [path, outline(element)]);
        expect(pathsOf(all.body.data)).toEqual(Object.fromEntries(expected));
        const shown = await app.api(reader)('GET', `${path}/metadata`);
        expect(pathsOf(shown.body.data)).toEqual(Object.fromEntries(expected.filter(([, gone]) => !gone)));
      }),
      { numRuns: lawRuns(12) },
    );
  });
});
