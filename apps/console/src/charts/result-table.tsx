import { Table, UnstyledButton } from '@mantine/core';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import type { Result } from '@tributary/dashboards/results/result';
import { formatNumber, noValue } from '@tributary/dashboards/values/format-value';
import { useState } from 'react';
import { SortButton } from '../components/tables/sort-button.js';
import { sortedBy, type Sorting } from '../components/tables/sorting.js';
import { ShownName } from '../words/name-options.js';
import { listRows, type ResultRow } from './list-rows.js';

interface ResultTableProps {
  result: Result;
  label: string;
  /** A key was chosen. */
  onPick?: ((pick: Pick) => void) | undefined;
}

/** All levels of a result, one row for each point of the last. */
export function ResultTable({ result, label, onPick }: ResultTableProps) {
  const [sorting, setSorting] = useState<Sorting>();
  const { headers, levels, rows } = listRows(result);
  const dimensions = result.kind === 'series' ? (result.levels ?? []) : [];
  const valueAt = ({ keys, values }: ResultRow, at: number) => (at < levels ? keys[at] : values[at - levels]);
  return (
    <Table aria-label={label} stickyHeader verticalSpacing={4} horizontalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          {headers.map((header, index) => (
            <Table.Th
              key={index}
              scope="col"
              ta={index < levels ? 'left' : 'right'}
              aria-sort={sorting?.column === index ? sorting.direction : 'none'}
            >
              <SortButton column={index} sorting={sorting} onSort={setSorting}>
                <ShownName raw={header} />
              </SortButton>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sortedBy(rows, sorting, valueAt).map((row, at) => (
          <Table.Tr key={at}>
            {Array.from({ length: levels }, (_each, level) => (
              <Table.Td key={level}>
                <KeyCell
                  text={row.keys[level] ?? ''}
                  pick={pickAt(dimensions[level], row.raw[level])}
                  onPick={onPick}
                />
              </Table.Td>
            ))}
            {row.values.map((value, index) => (
              <Table.Td key={`value-${index}`} ta="right" ff="monospace">
                {value === null ? noValue : formatNumber(value)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const pickAt = (dimension: string | undefined, value: string | null | undefined): Pick | undefined =>
  dimension === undefined || value == null ? undefined : { dimension, value };

interface KeyCellProps {
  text: string;
  pick: Pick | undefined;
  onPick: ((pick: Pick) => void) | undefined;
}

/** A click on a key filters by it, as one on its bar does. */
function KeyCell({ text, pick, onPick }: KeyCellProps) {
  if (!pick || !onPick) return text;
  return (
    <UnstyledButton fz="sm" td="underline" title={`Only ${text}`} onClick={() => onPick(pick)}>
      {text}
    </UnstyledButton>
  );
}
