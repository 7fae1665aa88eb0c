import { Table, Text, UnstyledButton } from '@mantine/core';
import type { ReportView } from '@tributary/dashboards/reports/report';
import { absentOf, isPercent } from '@tributary/dashboards/datasets/read-report';
import { ShownName } from '../words/name-options.js';
import { useValueNames } from '../words/use-value-names.js';
import { formatNumber } from '@tributary/dashboards/values/format-value';
import { nextOrder } from './next-order.js';

interface ReportTableProps {
  view: ReportView;
  /** How many of the columns are dimensions. */
  dimensions: number;
  /** The metrics over the whole period, if the share of each value is shown. */
  totals: ReportView | undefined;
  order: string;
  onOrder: (order: string) => void;
}

/** More rows than people read make a page slow. */
const mostRows = 500;
const arrows = { ascending: ' ↑', descending: ' ↓', none: '' };

/** The rows of a report. A click on a header sorts in the server: of a report that is cut, other rows are then shown. */
export function ReportTable({ view, dimensions, totals, order, onOrder }: ReportTableProps) {
  const { columns_headers, rows } = view;
  const valueName = useValueNames(columns_headers.slice(0, dimensions));
  const sorted = (column: string) =>
    order === column ? 'ascending' : order === `-${column}` ? 'descending' : ('none' as const);
  return (
    <Table.ScrollContainer minWidth={300} type="native">
      <Table aria-label="Report" highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns_headers.map((column, index) => (
              <Table.Th key={column} scope="col" ta={index < dimensions ? 'left' : 'right'} aria-sort={sorted(column)}>
                <UnstyledButton fw={700} fz="sm" onClick={() => onOrder(nextOrder(column, order))}>
                  <ShownName raw={column} />
                  {arrows[sorted(column)]}
                </UnstyledButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, mostRows).map((row, at) => (
            <Table.Tr key={at}>
              {row.map((value, index) => (
                <Table.Td
                  key={index}
                  ta={index < dimensions ? 'left' : 'right'}
                  ff={index < dimensions ? undefined : 'monospace'}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {totals && index >= dimensions && (
                    <Share value={value} total={totals.rows[0]?.[index - dimensions]} metric={columns_headers[index]} />
                  )}
                  {index >= dimensions && typeof value === 'number'
                    ? `${formatNumber(value)}${isPercent(columns_headers[index] ?? '') ? ' %' : ''}`
                    : printCell(value, valueName(columns_headers[index] ?? '', String(value)))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {rows.length > mostRows && (
          <Table.Caption>
            The first {mostRows} of {formatNumber(rows.length)} rows. The CSV file has all of them.
          </Table.Caption>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}

interface ShareProps {
  value: ReportView['rows'][number][number];
  total: ReportView['rows'][number][number] | undefined;
  metric: string | undefined;
}

/** The share of a value; of an average there is none. */
function Share({ value, total, metric = '' }: ShareProps) {
  if (typeof value !== 'number' || typeof total !== 'number' || total === 0 || absentOf(metric) === null) return null;
  return (
    <Text span size="xs" c="dimmed" mr="xs">
      {`${formatNumber((100 * value) / total)} %`}
    </Text>
  );
}

function printCell(value: string | number | boolean | null, name: string | undefined) {
  if (name !== undefined) return <span title={String(value)}>{name}</span>;
  return value === null ? '(none)' : String(value);
}
