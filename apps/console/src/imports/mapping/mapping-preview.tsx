import type { ColumnMapping } from '@tributary/contracts/rules/column-mapping';
import type { MappedIdentifier, MappedRow } from '@tributary/contracts/rules/map-row';
import { Stack, Table, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FailureNotice } from '../../components/failure-notice.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { mapRows } from '../table/map-table.js';
import type { HeadRow, TableHead } from '../table/table-head.js';

const shownRows = 10;

type ReadRow = MappedRow | { problem: string };

interface MappingPreviewProps {
  head: TableHead;
  mapping: ColumnMapping;
}

/** The first rows as they will be understood. */
export function MappingPreview({ head, mapping }: MappingPreviewProps) {
  const { rows, failure } = useRead(head, mapping);
  if (failure != null) return <FailureNotice failure={failure} title="The rows cannot be shown" />;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        The first rows, as they will be understood
      </Title>
      <Table aria-label="The first rows, as they will be understood" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>Line</Table.Th>
            <Table.Th>Person</Table.Th>
            <Table.Th>Effect</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ line, read }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              {'problem' in read ? (
                <Table.Td colSpan={2} style={{ overflowWrap: 'anywhere' }}>
                  Fails: {read.problem}
                </Table.Td>
              ) : (
                <ReadCells mapping={mapping} row={read} />
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function ReadCells({ mapping, row }: { mapping: ColumnMapping; row: MappedRow }) {
  return (
    <>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {row.identifiers.map((identifier) => (
          <Text key={identifier.type + identifier.value} size="sm">
            {describe(identifier)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{effectOf(mapping, row)}</Text>
        {row.ts !== undefined && (
          <Text size="sm">
            {mapping.document_type === 'USER_SEGMENT' ? 'until ' : 'at '}
            <Instant at={row.ts} />
          </Text>
        )}
        {row.properties.map(([name, value]) => (
          <Text key={name} size="xs" c="dimmed">
            {name}: {JSON.stringify(value)}
          </Text>
        ))}
      </Table.Td>
    </>
  );
}

function describe(identifier: MappedIdentifier): string {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return `account ${identifier.value} of ${identifier.compartment_id}`;
    case 'USER_EMAIL':
      return `e-mail ${identifier.value.slice(0, 12)}…, hashed`;
    case 'USER_AGENT':
      return `agent ${identifier.value}`;
  }
}

function effectOf({ document_type, activity_type }: ColumnMapping, row: MappedRow): string {
  switch (document_type) {
    case 'USER_PROFILE':
      return row.isRemoval ? 'Delete the profile' : 'Write the profile';
    case 'USER_SEGMENT':
      return row.isRemoval ? `Take out of segment ${row.segment_id}` : `Put into segment ${row.segment_id}`;
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return row.identifiers.length === 1 ? 'One identifier' : 'Join these identifiers';
    case 'USER_ACTIVITY':
      return row.event_name === undefined ? activity_type : `${activity_type} with ${row.event_name}`;
  }
}

/** Hashes are computed apart, so rows that were read for an older mapping may arrive later. */
function useRead(head: TableHead, mapping: ColumnMapping) {
  const { junk_exceptions } = useDatamart().datamart;
  const [state, setState] = useState<{ rows: { line: number; read: ReadRow }[]; failure?: unknown }>({ rows: [] });
  useEffect(() => {
    let isCurrent = true;
    const rows: HeadRow[] = head.rows.slice(0, shownRows);
    const settings = { mapping, junkExceptions: junk_exceptions };
    mapRows(
      rows.map(({ row }) => row),
      settings,
    ).then(
      (read) =>
        isCurrent && setState({ rows: read.map((row, index) => ({ line: rows[index]?.line ?? 0, read: row })) }),
      (failure: unknown) => isCurrent && setState({ rows: [], failure }),
    );
    return () => void (isCurrent = false);
  }, [head, mapping, junk_exceptions]);
  return { failure: undefined, ...state };
}
