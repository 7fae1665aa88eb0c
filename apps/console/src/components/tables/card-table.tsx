import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './card-table.module.css';

interface CardTableProps {
  /** The accessible name of the table. */
  label: string;
  /** Narrower, it scrolls by itself; as narrow as a phone, its rows are cards. */
  minWidth?: number;
  /** Rows whose cells name their column in `data-label`. */
  children: ReactNode;
}

/** A table that is a list of cards on a phone. */
export const CardTable = ({ label, minWidth = 480, children }: CardTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    type="native"
    tabIndex={0}
    classNames={{ scrollContainerInner: styles['inner'] ?? '' }}
  >
    <Table highlightOnHover aria-label={label} verticalSpacing="xs" className={styles['table']}>
      {children}
    </Table>
  </Table.ScrollContainer>
);

/** The name beside a value of a card. Buttons need none. */
export const labelOfCell = (header: string): string | undefined => (header === 'Actions' ? undefined : header);
