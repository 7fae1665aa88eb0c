import { isValidElement, type ReactNode } from 'react';

/**
 * The value by which a cell is sorted: its text or number, the instant of a time, or the text within an element. Undefined for a
 * cell without any, such as one of buttons.
 */
export function cellValue(cell: ReactNode): string | number | undefined {
  if (typeof cell === 'string' || typeof cell === 'number') return cell;
  if (Array.isArray(cell)) {
    const values = (cell as ReactNode[]).map(cellValue).filter((value) => value !== undefined);
    return values.length > 0 ? values.join('') : undefined;
  }
  if (!isValidElement<{ at?: unknown; children?: ReactNode; onClick?: unknown }>(cell)) return undefined;
  const { at, children, onClick } = cell.props;
  if (onClick !== undefined) return undefined;
  if (typeof at === 'string' || typeof at === 'number') return at;
  return cellValue(children);
}
