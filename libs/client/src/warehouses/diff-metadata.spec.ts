import { describe, expect, it } from '@jest/globals';
import type { Column, Database } from '../generated/types.gen.js';
import { diffMetadata, isSame } from './diff-metadata.js';

const seen = { discovery_date: 1, last_seen_date: 2 };

const columnOf = (column_name: string, changed: Partial<Column> = {}): Column => ({
  ...seen,
  id: column_name,
  column_name,
  index: 0,
  type_name: 'text',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
  ...changed,
});

/** One schema, with tables that have these columns. */
const databases = (tables: Record<string, Column[]>, has_read_access = true): Database[] => [
  {
    ...seen,
    id: 'd',
    data_warehouse_id: '1',
    name: 'shop',
    schemas: [
      {
        ...seen,
        id: 's',
        name: 'public',
        tables: Object.entries(tables).map(([name, columns]) => ({
          ...seen,
          id: name,
          name,
          has_read_access,
          columns,
        })),
      },
    ],
  },
];
const stored = databases({ orders: [columnOf('id'), columnOf('city')] });

describe('diffMetadata', () => {
  it('finds nothing in two equal trees but for their times', () => {
    const read = databases({ orders: [columnOf('id', { last_seen_date: 99 }), columnOf('city')] });
    expect(isSame(diffMetadata(stored, read))).toBe(true);
  });

  it('lists what is added and what has disappeared, without what is below it', () =>
    expect(diffMetadata(stored, databases({ people: [columnOf('id')] }))).toEqual({
      added: [{ kind: 'table', path: 'shop.public.people' }],
      disappeared: [{ kind: 'table', path: 'shop.public.orders' }],
      changed: [],
    }));

  it('lists columns of a table that stays', () =>
    expect(diffMetadata(stored, databases({ orders: [columnOf('id'), columnOf('zip')] }))).toMatchObject({
      added: [{ kind: 'column', path: 'shop.public.orders.zip' }],
      disappeared: [{ kind: 'column', path: 'shop.public.orders.city' }],
    }));

  it('says what has changed', () => {
    const changed = columnOf('id', { type_name: 'uuid', nullable: false, primary_key: true });
    expect(diffMetadata(stored, databases({ orders: [changed, columnOf('city')] })).changed).toEqual([
      {
        kind: 'column',
        path: 'shop.public.orders.id',
        detail: 'type text → uuid, is not nullable any more, is in the primary key now',
      },
    ]);
  });

  it('says that a table can no longer be read', () =>
    expect(diffMetadata(stored, databases({ orders: [columnOf('id'), columnOf('city')] }, false)).changed).toEqual([
      { kind: 'table', path: 'shop.public.orders', detail: 'can no longer be read' },
    ]));

  it('has everything added at first', () =>
    expect(diffMetadata([], stored)).toEqual({
      added: [{ kind: 'database', path: 'shop' }],
      disappeared: [],
      changed: [],
    }));
});
