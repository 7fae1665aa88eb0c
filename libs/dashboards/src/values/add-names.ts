/** A line of a file: its fields. */
type Line = readonly (string | number | boolean | null)[];

/** The name of a value of a dimension. */
export type NameOf = (dimension: string, value: string) => string | undefined;

/** Adds a column of names after each column of ids of which some are known: `channel_name` after `channel_id`. */
export function addNames([header = [], ...rows]: readonly Line[], nameOf: NameOf): Line[] {
  const names = header.map((column, at) =>
    typeof column === 'string' && column.endsWith('_id')
      ? rows.map((row) => nameOf(column, String(row[at])) ?? null)
      : [],
  );
  const isNamed = names.map((ofColumn) => ofColumn.some((name) => name !== null));
  const widen = (line: Line, nameAt: (at: number) => string | null): Line =>
    line.flatMap((value, at) => (isNamed[at] ? [value, nameAt(at)] : [value]));
  return [
    widen(header, (at) => String(header[at]).replace(/_id$/, '_name')),
    ...rows.map((row, index) => widen(row, (at) => names[at]?.[index] ?? null)),
  ];
}
