import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { nextSorting, type Sorting } from './sorting.js';

const arrows = { ascending: ' ↑', descending: ' ↓' };

interface SortButtonProps {
  column: number;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting | undefined) => void;
  children: ReactNode;
}

/** The header of a column by which the rows of the page can be sorted. */
export function SortButton({ column, sorting, onSort, children }: SortButtonProps) {
  return (
    <UnstyledButton fw={700} fz="sm" ta="inherit" onClick={() => onSort(nextSorting(column, sorting))}>
      {children}
      {sorting?.column === column && arrows[sorting.direction]}
    </UnstyledButton>
  );
}
