import { Checkbox } from '@mantine/core';
import type { Column } from '../resource-table.js';

interface Choice<Row> {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** In the accessible name of the box: `Choose Buyers`. */
  nameOf: (row: Row) => string;
  /** Rows without an action have no box. Default: all have one. */
  mayChoose?: (row: Row) => boolean;
}

/** The column with which rows of a list are chosen. */
export const choiceColumn = <Row,>({ has, toggle, nameOf, mayChoose = () => true }: Choice<Row>): Column<Row> => ({
  header: 'Chosen',
  width: 70,
  cell: (row) =>
    mayChoose(row) && <Checkbox aria-label={`Choose ${nameOf(row)}`} checked={has(row)} onChange={() => toggle(row)} />,
});
