import { Table } from '@mantine/core';
import type { Result } from '@tributary/dashboards/results/result';
import { noValue } from '@tributary/dashboards/values/format-value';
import { ShownName } from '../words/name-options.js';
import { listRows } from './list-rows.js';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** All levels of a result, one row for each point of the last. */
export function ResultTable({ result, label }: { result: Result; label: string }) {
  const { headers, levels, rows } = listRows(result);
  return (
    <Table aria-label={label} stickyHeader verticalSpacing={4} horizontalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          {headers.map((header, index) => (
            <Table.Th key={index} scope="col" ta={index < levels ? 'left' : 'right'}>
              <ShownName raw={header} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ keys, values }, row) => (
          <Table.Tr key={row}>
            {Array.from({ length: levels }, (_each, level) => (
              <Table.Td key={level}>{keys[level] ?? ''}</Table.Td>
            ))}
            {values.map((value, index) => (
              <Table.Td key={`value-${index}`} ta="right" ff="monospace">
                {value === null ? noValue : numbers.format(value)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
