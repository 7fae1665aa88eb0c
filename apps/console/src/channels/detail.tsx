import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A row of the table of a channel. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th w={260}>{name}</Table.Th>
    <Table.Td>{children}</Table.Td>
  </Table.Tr>
);
