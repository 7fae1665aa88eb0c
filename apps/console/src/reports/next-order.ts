/** The order after a click on a column's header: descending, ascending, then that of the dimensions. */
export function nextOrder(column: string, order: string): string {
  if (order === `-${column}`) return column;
  return order === column ? '' : `-${column}`;
}
