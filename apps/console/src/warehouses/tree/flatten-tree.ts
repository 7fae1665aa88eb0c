import type { Column, Database, Schema, Table } from '@tributary/client/generated/types.gen';

type ElementKind = 'database' | 'schema' | 'table' | 'column';

/** An element of the metadata, in the form that the tree draws. */
export interface TreeNode {
  id: string;
  kind: ElementKind;
  name: string;
  children: readonly TreeNode[];
  discovery_date: number;
  last_seen_date: number;
  disappearance_date?: number;
  /** Whether the table or column can be seen but not read. */
  isUnreadable: boolean;
  read_access_disappearance_date?: number;
  column?: Column;
}

export interface TreeRow {
  node: TreeNode;
  /** 1 for a database. */
  level: number;
  isExpanded: boolean;
  parent?: string;
  /** From 1, among the children of the parent that are shown. */
  position: number;
  siblings: number;
}

const compare = new Intl.Collator('en', { numeric: true }).compare;
const byName = (one: TreeNode, other: TreeNode) => compare(one.name, other.name);
type Seen = Pick<Database, 'id' | 'discovery_date' | 'last_seen_date' | 'disappearance_date'>;

/** The tree, ordered by name; columns keep the order of their table. */
export const nodesOf = (databases: readonly Database[]): TreeNode[] =>
  databases.map((one) => nodeOf('database', one, one.name, one.schemas.map(schemaNode))).sort(byName);

const schemaNode = (schema: Schema): TreeNode => nodeOf('schema', schema, schema.name, schema.tables.map(tableNode));

function tableNode(table: Table): TreeNode {
  const columns = [...table.columns].sort((one, other) => one.index - other.index);
  const node = nodeOf('table', table, table.name, columns.map(columnNode));
  const { has_read_access, read_access_disappearance_date } = table;
  return {
    ...node,
    isUnreadable: !has_read_access,
    ...(read_access_disappearance_date !== undefined && { read_access_disappearance_date }),
  };
}

const columnNode = (column: Column): TreeNode => ({
  ...nodeOf('column', column, column.column_name, []),
  isUnreadable: !column.has_read_access,
  column,
});

function nodeOf(kind: ElementKind, element: Seen, name: string, children: TreeNode[]): TreeNode {
  const { id, discovery_date, last_seen_date, disappearance_date } = element;
  return {
    id,
    kind,
    name,
    children: kind === 'table' ? children : children.sort(byName),
    discovery_date,
    last_seen_date,
    isUnreadable: false,
    ...(disappearance_date !== undefined && { disappearance_date }),
  };
}

/** The nodes whose name contains the text, with all above and below them. All nodes for an empty text. */
export function searchNodes(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.name.toLowerCase().includes(wanted)) return [node];
    const children = searchNodes(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The rows that are visible: the children of expanded nodes only. */
export function flattenTree(
  nodes: readonly TreeNode[],
  isExpanded: (node: TreeNode) => boolean,
  level = 1,
  parent?: string,
): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const expanded = node.children.length > 0 && isExpanded(node);
    const row: TreeRow = {
      node,
      level,
      isExpanded: expanded,
      position: index + 1,
      siblings: nodes.length,
      ...(parent !== undefined && { parent }),
    };
    return expanded ? [row, ...flattenTree(node.children, isExpanded, level + 1, node.id)] : [row];
  });
}

/** The node with an id, and the names from the database down to it. */
export function findNode(
  nodes: readonly TreeNode[],
  id: string,
  above: readonly string[] = [],
): { node: TreeNode; path: string[] } | undefined {
  for (const node of nodes) {
    const path = [...above, node.name];
    if (node.id === id) return { node, path };
    const found = findNode(node.children, id, path);
    if (found) return found;
  }
  return undefined;
}

const childNames = { database: 'schema', schema: 'table', table: 'column', column: '' } as const;

/** `3 tables`. */
export function countOf({ kind, children }: TreeNode): string {
  if (kind === 'column') return '';
  return `${children.length.toLocaleString('en')} ${childNames[kind]}${children.length === 1 ? '' : 's'}`;
}
