import type { CollectKey } from '../collect-keys/collect-key.js';
import { CredentialIndex } from './credential-index.js';

const noOrigins: ReadonlyMap<string, number> = new Map<string, number>();

/** The collect keys by their values, and the origins that the keys of each datamart allow. */
export class CollectKeyIndex {
  private readonly byValue = new CredentialIndex<CollectKey>();
  private readonly byId = new Map<string, CollectKey>();
  /** How many keys allow each origin, by datamart. */
  private readonly origins = new Map<string, Map<string, number>>();

  get size(): number {
    return this.byValue.size;
  }

  get(value: string): CollectKey | undefined {
    return this.byValue.get(value);
  }

  /** The origins that any key of a datamart allows, for `allowsOrigin`. */
  originsOf(datamart_id: string): ReadonlyMap<string, number> {
    return this.origins.get(datamart_id) ?? noOrigins;
  }

  set(value: string, key: CollectKey): void {
    this.delete(key.id);
    this.byValue.set(key.id, value, key);
    this.byId.set(key.id, key);
    this.count(key, 1);
  }

  delete(id: string): void {
    const key = this.byId.get(id);
    if (!key) return;
    this.byValue.delete(id);
    this.byId.delete(id);
    this.count(key, -1);
  }

  private count({ datamart_id, allowed_origins }: CollectKey, change: 1 | -1): void {
    const counts = this.origins.get(datamart_id) ?? new Map<string, number>();
    for (const origin of allowed_origins) {
      const count = (counts.get(origin) ?? 0) + change;
      if (count > 0) counts.set(origin, count);
      else counts.delete(origin);
    }
    if (counts.size > 0) this.origins.set(datamart_id, counts);
    else this.origins.delete(datamart_id);
  }
}
