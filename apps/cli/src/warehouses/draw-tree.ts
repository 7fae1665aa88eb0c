import { isoDay } from '@tributary/contracts/rules/time-units';
import type { Column, Database, Table } from '@tributary/client/generated/types.gen';

const byName = new Intl.Collator('en', { numeric: true }).compare;
const sorted = <Named extends { name: string }>(elements: readonly Named[]): Named[] =>
  [...elements].sort((one, other) => byName(one.name, other.name));

/** The elements of a warehouse, indented by level, ordered by name; columns in the order of their table. */
export function drawTree(databases: readonly Database[], { columns }: { columns: boolean }): string[] {
  return sorted(databases).flatMap((database) => [
    line(0, database.name, database),
    ...sorted(database.schemas).flatMap((schema) => [
      line(1, schema.name, schema),
      ...sorted(schema.tables).flatMap((table) => tableLines(table, columns)),
    ]),
  ]);
}

const unreadable = ' (cannot be read)';

function tableLines(table: Table, withColumns: boolean): string[] {
  const columns = withColumns ? [...table.columns].sort((one, other) => one.index - other.index) : [];
  return [line(2, `${table.name}${table.has_read_access ? '' : unreadable}`, table), ...columns.map(columnLine)];
}

function columnLine(column: Column): string {
  const facts = [
    column.type_name,
    !column.nullable && 'not null',
    column.primary_key && 'primary key',
    column.repeated && 'array',
  ];
  const name = `${column.column_name}${column.has_read_access ? '' : unreadable}`;
  return line(3, `${name}  ${facts.filter(Boolean).join(', ')}`, column);
}

const line = (level: number, text: string, { disappearance_date }: { disappearance_date?: number }): string => {
  const gone = disappearance_date === undefined ? '' : ` (gone since ${isoDay(disappearance_date)})`;
  return `${'  '.repeat(level)}${text}${gone}`;
};
