import type { NameOf } from '@tributary/dashboards/values/add-names';
import { Table, Text, UnstyledButton } from '@mantine/core';
import type { ReportView } from '@tributary/dashboards/reports/report';
import { absentOf, isPercent } from '@tributary/dashboards/datasets/read-report';
import { ShownName } from '../words/name-options.js';
import { useValueNames } from '../words/use-value-names.js';
import { ValueLink } from './value-link.js';
import { formatNumber, noValue } from '@tributary/dashboards/values/format-value';
import { nextOrder } from './report-chart.js';

interface ReportTableProps {
  view: ReportView;
  /** How many of the columns are dimensions. */
  dimensions: number;
  /** The metrics over the whole period. */
  totals: ReportView | undefined;
  /** The share of each value of its total is shown. */
  hasShares: boolean;
  order: string;
  onOrder: (order: string) => void;
}

/** More rows than people read make a page slow. */
const mostRows = 500;
const arrows = { ascending: ' ↑', descending: ' ↓', none: '' };

/** The rows of a report. A click on a header sorts in the server: of a report that is cut, other rows are then shown. */
export function ReportTable({ view, dimensions, totals, hasShares, order, onOrder }: ReportTableProps) {
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
                  miw={index < dimensions ? 100 : undefined}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {hasShares && totals && index >= dimensions && (
                    <Share value={value} total={totals.rows[0]?.[index - dimensions]} metric={columns_headers[index]} />
                  )}
                  {index >= dimensions && typeof value === 'number'
                    ? printMetric(value, columns_headers[index])
                    : printCell(value, columns_headers[index] ?? '', valueName)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals && dimensions > 0 && <TotalsRow totals={totals} dimensions={dimensions} />}
        {rows.length > mostRows && (
          <Table.Caption>
            The first {mostRows} of {formatNumber(rows.length)} rows. The CSV file has all of them.
          </Table.Caption>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}

/** The total is no sum of the rows for averages, and for people, who may be in several rows. */
const TotalsRow = ({ totals, dimensions }: { totals: ReportView; dimensions: number }) => (
  <Table.Tfoot>
    <Table.Tr fw={700}>
      <Table.Th scope="row" colSpan={dimensions}>
        Whole period
      </Table.Th>
      {totals.columns_headers.map((metric, index) => {
        const value = totals.rows[0]?.[index];
        return (
          <Table.Td key={metric} ta="right" ff="monospace">
            {typeof value === 'number' ? printMetric(value, metric) : noValue}
          </Table.Td>
        );
      })}
    </Table.Tr>
  </Table.Tfoot>
);

const printMetric = (value: number, metric = '') => `${formatNumber(value)}${isPercent(metric) ? ' %' : ''}`;

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

function printCell(value: string | number | boolean | null, dimension: string, valueName: NameOf) {
  if (value === null) return '(none)';
  const text = String(value);
  return <ValueLink dimension={dimension} value={text} name={valueName(dimension, text)} />;
}
