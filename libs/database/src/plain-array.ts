/**
 * The text of an array parameter whose elements need no quotes: numbers, UUIDs. Of an array it is given, node-postgres
 * quotes and escapes every element; that, and reading it in the server, costs more than the elements themselves.
 */
export const plainArray = (elements: readonly (string | number)[]): string => `{${elements.join(',')}}`;

/** An array parameter of the values of each of some members of rows, for `unnest`. */
export const columnsOf = <Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[][] =>
  names.map((name) => rows.map((row) => row[name]));

/** The same as texts, of members whose values need no quotes. */
export const plainColumns = <Name extends string>(
  rows: readonly { [name in Name]: string | number }[],
  ...names: Name[]
): string[] => nullableColumns(rows, ...names);

/** The same with null for an absent value. */
export const nullableColumns = <Name extends string>(
  rows: readonly { [name in Name]?: string | number | null | undefined }[],
  ...names: Name[]
): string[] => names.map((name) => plainArray(rows.map((row) => row[name] ?? 'null')));
