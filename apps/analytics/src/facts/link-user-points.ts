export interface UserPoint {
  datamart_id: string;
  id: string;
}

export interface Merge {
  datamart_id: string;
  merged_id: string;
  survivor_id: string;
}

/** The stored state of a user point. */
export interface KnownUserPoint extends UserPoint {
  /** The final survivor of its merges; its own id without any. */
  survivor_id: string;
  /** Whether the survivor is erased. */
  is_erased: boolean;
}

/** The changes to store. */
export interface Links {
  /** From a former survivor to the final one. */
  moved: Merge[];
  /** Survivors to erase: newly erased ones, and erased ones that another user point was merged into. */
  erased: UserPoint[];
}

/**
 * Computes what merges and erasures change. The result does not depend on their order and batches: the same user points
 * form a cluster, and a cluster is erased once any of its ids is. That is needed because merges and erasures arrive on
 * separate topics, and either may be late.
 *
 * @param known the state of every user point that the merges and erasures name
 */
export function linkUserPoints(known: KnownUserPoint[], merges: Merge[], erasures: UserPoint[]): Links {
  const clusters = new Clusters(known);
  for (const merge of merges) clusters.merge(merge);
  for (const erased of erasures) clusters.erase(erased);
  return clusters.links();
}

/** A stored survivor with the user points that are merged into it. */
interface Cluster extends UserPoint {
  /** The cluster that this one has been merged into. */
  parent: Cluster | undefined;
  is_erased: boolean;
  /** The cluster may contain rows that still have to be deleted if it is erased. */
  is_changed: boolean;
}

/** Union-find over clusters. */
class Clusters {
  private readonly byId = new Map<string, Cluster>();

  constructor(known: KnownUserPoint[]) {
    for (const { datamart_id, id, survivor_id, is_erased } of known) {
      const cluster = this.clusterOf({ datamart_id, id: survivor_id });
      cluster.is_erased ||= is_erased;
      this.byId.set(keyOf({ datamart_id, id }), cluster);
    }
  }

  merge({ datamart_id, merged_id, survivor_id }: Merge): void {
    const merged = this.rootOf({ datamart_id, id: merged_id });
    const survivor = this.rootOf({ datamart_id, id: survivor_id });
    if (merged === survivor) return;
    merged.parent = survivor;
    survivor.is_erased ||= merged.is_erased;
    survivor.is_changed = true;
  }

  erase(userPoint: UserPoint): void {
    const root = this.rootOf(userPoint);
    root.is_changed ||= !root.is_erased;
    root.is_erased = true;
  }

  links(): Links {
    const clusters = [...new Set(this.byId.values())];
    return {
      moved: clusters
        .filter(({ parent }) => parent)
        .map(({ datamart_id, id }) => ({
          datamart_id,
          merged_id: id,
          survivor_id: this.rootOf({ datamart_id, id }).id,
        })),
      erased: clusters
        .filter(({ parent, is_erased, is_changed }) => !parent && is_erased && is_changed)
        .map(({ datamart_id, id }) => ({ datamart_id, id })),
    };
  }

  private rootOf(userPoint: UserPoint): Cluster {
    let cluster = this.clusterOf(userPoint);
    while (cluster.parent) cluster = cluster.parent;
    return cluster;
  }

  private clusterOf(userPoint: UserPoint): Cluster {
    const key = keyOf(userPoint);
    const found = this.byId.get(key);
    if (found) return found;
    const cluster = { ...userPoint, parent: undefined, is_erased: false, is_changed: false };
    this.byId.set(key, cluster);
    return cluster;
  }
}

const keyOf = ({ datamart_id, id }: UserPoint) => `${datamart_id}/${id}`;
