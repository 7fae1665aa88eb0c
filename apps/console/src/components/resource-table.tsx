import { Pagination, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { rowsPerPage } from './paging.js';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the right. */
  align?: 'left' | 'right';
  width?: number | string;
}

interface ResourceTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown in place of a table without rows. */
  empty: ReactNode;
}

export function ResourceTable<Row>({ label, columns, rows, rowKey, empty }: ResourceTableProps<Row>) {
  if (rows.length === 0) return empty;
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
      <Table highlightOnHover aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, align = 'left', width }) => (
              <Table.Th key={header} w={width} ta={align}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ header, cell, align = 'left' }) => (
                <Table.Td key={header} ta={align} style={{ overflowWrap: 'anywhere' }}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface PagerProps {
  /** All rows, of all pages. */
  total: number;
  /** 1 is the first. */
  page: number;
  onChange: (page: number) => void;
}

/** Pages of `rowsPerPage`. Nothing if there is only one. */
export function Pager({ total, page, onChange }: PagerProps) {
  const pages = Math.ceil(total / rowsPerPage);
  if (pages <= 1) return null;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        {total} in all
      </Text>
      <Pagination
        total={pages}
        value={page}
        onChange={onChange}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  );
}
