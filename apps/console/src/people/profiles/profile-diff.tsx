import { Code, Stack, Table, Text } from '@mantine/core';
import type { Change } from './diff-profile.js';
import type { PlannedWrite } from './plan-write.js';

/** The changes of a write, before it is sent. */
export const ProfileDiff = ({ plan: { changes, kept, write } }: { plan: PlannedWrite }) => (
  <Stack gap="xs">
    {changes.length === 0 && <Text size="sm">Nothing changes.</Text>}
    {changes.length > 0 && (
      <Table aria-label="Changes" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Property</Table.Th>
            <Table.Th>Now</Table.Th>
            <Table.Th>After saving</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <ChangeRow key={change.property} change={change} />
          ))}
        </Table.Tbody>
      </Table>
    )}
    {kept.length > 0 && (
      <Text size="sm">
        Not in your text, but kept: {kept.join(', ')}. To delete them choose “Delete what I name”, or replace the
        profile.
      </Text>
    )}
    {'$ts' in write.body && (
      <Text size="sm">$ts is taken for the time of the write: properties that were written later stay.</Text>
    )}
  </Stack>
);

const ChangeRow = ({ change }: { change: Change }) => (
  <Table.Tr style={{ overflowWrap: 'anywhere' }}>
    <Table.Td>{change.property}</Table.Td>
    <Table.Td>{'before' in change ? <Code>{JSON.stringify(change.before)}</Code> : 'absent'}</Table.Td>
    <Table.Td>{'after' in change ? <Code>{JSON.stringify(change.after)}</Code> : 'deleted'}</Table.Td>
  </Table.Tr>
);
