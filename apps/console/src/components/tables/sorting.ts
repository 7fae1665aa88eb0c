/** By which column rows are sorted, by its place. */
export interface Sorting {
  column: number;
  direction: 'ascending' | 'descending';
}

type Sortable = string | number | null | undefined;

/** Sorted rows: numbers by value, texts without regard to case, and what has no value last in both directions. */
export function sortedBy<Row>(
  rows: readonly Row[],
  sorting: Sorting | undefined,
  valueAt: (row: Row, column: number) => Sortable,
): readonly Row[] {
  if (!sorting) return rows;
  const { column, direction } = sorting;
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueAt(one, column), valueAt(other, column)];
    if (a == null || b == null) return a == b ? 0 : a == null ? 1 : -1;
    return sign * compareValues(a, b);
  });
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

/** A click sorts upwards, the next one downwards, the third not at all. */
export function nextSorting(column: number, sorting: Sorting | undefined): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
