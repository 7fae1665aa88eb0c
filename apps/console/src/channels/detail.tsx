import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A row of the table of a channel. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th w={{ base: 120, sm: 260 }}>{name}</Table.Th>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
  </Table.Tr>
);
