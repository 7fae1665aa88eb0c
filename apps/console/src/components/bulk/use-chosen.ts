import { useState } from 'react';

export interface Chosen<Row> {
  /** The chosen ones among the listed rows. */
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
}

/** The rows of a list that a user has chosen. */
export function useChosen<Row>(listed: readonly Row[], idOf: (row: Row) => string): Chosen<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: listed.filter((row) => ids.has(idOf(row))),
    has: (row) => ids.has(idOf(row)),
    toggle: (row) => setIds((before) => toggled(before, idOf(row))),
  };
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
