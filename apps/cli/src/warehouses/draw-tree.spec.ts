import { describe, expect, it } from '@jest/globals';
import type { Database } from '@tributary/client/generated/types.gen';
import { drawTree } from './draw-tree.js';

const seen = { id: 'i', discovery_date: 0, last_seen_date: 0 };
const column = {
  ...seen,
  type_name: 'int4',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
};
const databases: Database[] = [
  {
    ...seen,
    data_warehouse_id: '3',
    name: 'sales',
    schemas: [
      {
        ...seen,
        name: 'public',
        tables: [
          { ...seen, name: 'orders10', has_read_access: false, columns: [], disappearance_date: Date.UTC(2026, 10, 1) },
          {
            ...seen,
            name: 'orders9',
            has_read_access: true,
            columns: [
              { ...column, column_name: 'b', index: 1 },
              { ...column, column_name: 'a', index: 0, nullable: false, primary_key: true },
            ],
          },
        ],
      },
    ],
  },
];

describe('drawTree', () => {
  it('indents by level, orders by name, and marks what is gone or unreadable', () =>
    expect(drawTree(databases, { columns: false })).toEqual([
      'sales',
      '  public',
      '    orders9',
      '    orders10 (cannot be read) (gone since 2026-11-01)',
    ]));

  it('shows columns in their order', () =>
    expect(drawTree(databases, { columns: true }).slice(3, 5)).toEqual([
      '      a  int4, not null, primary key',
      '      b  int4',
    ]));
});
