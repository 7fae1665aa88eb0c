import type { TreeRow } from './flatten-tree.js';

/** The effect of a key in a tree, by the ARIA tree pattern. */
type TreeMove =
  | { kind: 'focus'; id: string }
  | { kind: 'expand' | 'collapse' | 'select'; id: string }
  | { kind: 'none' };

const none: TreeMove = { kind: 'none' };

export function moveFocus(rows: readonly TreeRow[], focused: string | undefined, key: string): TreeMove {
  const index = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === focused),
  );
  const row = rows[index];
  if (!row) return none;
  const { id } = row.node;
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1]);
    case 'ArrowUp':
      return focusOn(rows[index - 1]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (row.node.children.length === 0) return none;
      return row.isExpanded ? focusOn(rows[index + 1]) : { kind: 'expand', id };
    case 'ArrowLeft':
      if (row.isExpanded) return { kind: 'collapse', id };
      return row.parent === undefined ? none : { kind: 'focus', id: row.parent };
    case 'Enter':
    case ' ':
      return { kind: 'select', id };
    default:
      return none;
  }
}

const focusOn = (row: TreeRow | undefined): TreeMove => (row ? { kind: 'focus', id: row.node.id } : none);
