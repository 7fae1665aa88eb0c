import { describe, expect, it } from '@jest/globals';
import { flattenFields } from './flatten-fields.js';

const column = (column_name: string, type_name: string, difference: object = {}) => ({
  column_name,
  type_name,
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
  ...difference,
});

describe('the columns of a BigQuery table', () => {
  it('are its fields; nested fields follow their record, named by their path', () => {
    const fields = [
      { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      {
        name: 'address',
        type: 'RECORD',
        mode: 'NULLABLE',
        fields: [
          { name: 'city', type: 'STRING' },
          { name: 'lines', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'id', type: 'STRING' }] },
        ],
      },
    ];
    expect(flattenFields(fields, ['id'])).toEqual([
      column('id', 'INTEGER', { nullable: false, primary_key: true }),
      column('tags', 'STRING', { nullable: false, repeated: true }),
      column('address', 'RECORD'),
      column('address.city', 'STRING'),
      column('address.lines', 'RECORD', { nullable: false, repeated: true }),
      column('address.lines.id', 'STRING'),
    ]);
  });

  it('are empty for a table without fields', () => expect(flattenFields([], [])).toEqual([]));
});
