import { Button, Group, Pagination, Table, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { lastPage, rowsPerPage } from './paging.js';
import { QueryView } from './query-view.js';
import { CardTable, labelOfCell } from './tables/card-table.js';
import { cellValue } from './tables/cell-value.js';
import { SortButton } from './tables/sort-button.js';
import { sortedBy, type Sorting } from './tables/sorting.js';

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

/** Rows of a list. A click on a header sorts those of the page, where all cells of the column have a value. */
export function ResourceTable<Row>({ label, columns, rows, rowKey, empty }: ResourceTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting>();
  if (rows.length === 0) return empty;
  const valueAt = (row: Row, at: number) => cellValue(columns[at]?.cell(row));
  return (
    <CardTable label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, align = 'left', width }, at) => (
            <Table.Th
              key={header}
              w={width}
              ta={align}
              aria-sort={sorting?.column === at ? sorting.direction : undefined}
            >
              {rows.length > 1 && rows.every((row) => valueAt(row, at) !== undefined) ? (
                <SortButton column={at} sorting={sorting} onSort={setSorting}>
                  {header}
                </SortButton>
              ) : (
                header
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sortedBy(rows, sorting, valueAt).map((row) => (
          <Table.Tr key={rowKey(row)}>
            {columns.map(({ header, cell, align = 'left' }) => (
              <Table.Td key={header} ta={align} data-label={labelOfCell(header)}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </CardTable>
  );
}

interface PagerProps {
  /** All rows, of all pages. */
  total: number;
  /** 1 is the first. */
  page: number;
  /** `replace`: Back shall not lead to the page that does not exist. */
  onPage: (page: number, replace?: boolean) => void;
  /** `rowsPerPage` unless it says otherwise. */
  perPage?: number;
}

/** Nothing if there is only one page. Behind the last page, after a deletion or by an old address, it goes to the last one. */
export function Pager({ total, page, onPage, perPage = rowsPerPage }: PagerProps) {
  const pages = lastPage(total, perPage);
  const isBehind = page > pages;
  useEffect(() => {
    if (isBehind) onPage(pages, true);
  }, [isBehind, pages, onPage]);
  if (pages <= 1) return null;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        {total} in all
      </Text>
      <Pagination
        total={pages}
        value={page}
        // All of them beside each other on a phone.
        gap={4}
        onChange={(next) => onPage(next)}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  );
}

/** A button in a row of a table, or beside the title of one. */
export const RowButton = (props: RowButtonProps) => <Button size="xs" variant="default" {...props} />;

interface RowButtonProps {
  onClick: () => void;
  children: ReactNode;
  loading?: boolean;
  /** Where the row does not say what the button is about. */
  'aria-label'?: string;
}

interface PagedTableProps<Row> extends Omit<ResourceTableProps<Row>, 'rows'> {
  query: Pick<UseQueryResult<{ data: readonly Row[]; total: number }, unknown>, 'data' | 'error' | 'refetch'>;
  /** 1 is the first. */
  page: number;
  onPage: PagerProps['onPage'];
}

/** A page of a list as it is read. */
export const PagedTable = <Row,>({ query, page, onPage, ...table }: PagedTableProps<Row>) => (
  <QueryView query={query}>
    {({ data, total }) => (
      <>
        <ResourceTable rows={data} {...table} empty={total === 0 && table.empty} />
        <Pager total={total} page={page} onPage={onPage} />
      </>
    )}
  </QueryView>
);
