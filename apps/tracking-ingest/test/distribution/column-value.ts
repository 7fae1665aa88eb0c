/**
 * The value that an equality ties a column to. `one`: a parameter or constant. `batch`: rows that a statement brings along.
 */
type Bound = 'one' | 'batch';

/** The value of a column or parameter in a statement. Values that the statement declares equal are united (union-find). */
export class ColumnValue {
  private parent?: ColumnValue;

  constructor(private ownBound?: Bound) {}

  /** Undefined: the statement does not say which values the column has. */
  get bound(): Bound | undefined {
    return this.root().ownBound;
  }

  bind(bound: Bound): void {
    const root = this.root();
    if (root.ownBound !== 'one') root.ownBound = bound;
  }

  equate(other: ColumnValue): void {
    const [root, child] = [this.root(), other.root()];
    if (root === child) return;
    child.parent = root;
    if (child.ownBound) root.bind(child.ownBound);
  }

  equals(other: ColumnValue): boolean {
    return this.root() === other.root();
  }

  private root(): ColumnValue {
    return this.parent?.root() ?? this;
  }
}
