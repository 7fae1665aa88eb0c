/** A node of a plan, as `explain (format json)` writes it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

export interface Index {
  table: string;
  /** In order. */
  columns: readonly string[];
  isUnique: boolean;
}

/** Decides which scans grow. */
export interface Growth {
  /** By name. */
  indexes: ReadonlyMap<string, Index>;
  /** The tables that grow. Scans of others are not looked at. */
  tables: ReadonlySet<string>;
  /** Columns of which one value may be that of most rows, such as `datamart_id`. */
  coarse: ReadonlySet<string>;
}

/** They pass rows on as they come, so that a limit above them ends the scan below them. */
const passing = new Set(['Limit', 'LockRows', 'Result', 'Subquery Scan', 'Append', 'Merge Append']);

/**
 * The scans of a plan whose cost grows with their table: of all rows, or of an index by coarse columns alone. A scan that a
 * limit ends does not grow if it filters no rows out.
 */
export function growingScans(node: PlanNode, growth: Growth, isLimited = false): string[] {
  const ends = isLimited && node.Filter === undefined;
  const isEnded = passing.has(node['Node Type']) && (ends || node['Node Type'] === 'Limit');
  const below = (node.Plans ?? []).flatMap((child) => growingScans(child, growth, isEnded));
  return !ends && isGrowing(node, growth) ? [describe(node), ...below] : below;
}

function isGrowing(node: PlanNode, { indexes, tables, coarse }: Growth): boolean {
  if (node['Node Type'] === 'Seq Scan') return tables.has(node['Relation Name'] ?? '');
  const index = indexes.get(node['Index Name'] ?? '');
  if (!index || !tables.has(index.table)) return false;
  // An index of rows with a value excludes none of them by that.
  const condition = (node['Index Cond'] ?? '').replaceAll(/'(?:[^']|'')*'|\(\w+ IS NOT NULL\)/g, '');
  const free = index.columns.findIndex((column) => !new RegExp(`\\b${column}\\b`).test(condition));
  if (free < 0 && index.isUnique) return false;
  return index.columns.slice(0, free < 0 ? undefined : free).every((column) => coarse.has(column));
}

const describe = ({ 'Node Type': type, Filter, ...node }: PlanNode) =>
  `${type} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ${node['Index Cond'] ?? '(all)'} ${Filter ?? ''}`;
