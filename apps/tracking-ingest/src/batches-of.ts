/** Items of one key. */
interface Batch<Item> {
  key: string;
  items: Item[];
}

/**
 * Splits items into batches of one key each, none above the limits; an item that exceeds `maxBytes` gets a batch alone.
 * Items of one key keep their order.
 */
export function batchesOf<Item>(
  items: Iterable<Item>,
  limits: { key: (item: Item) => string; maxItems: number; maxBytes?: number; bytes?: (item: Item) => number },
): Batch<Item>[] {
  const { key: keyOf, maxItems, maxBytes = Infinity, bytes: bytesOf = () => 0 } = limits;
  const batches: Batch<Item>[] = [];
  const open = new Map<string, { batch: Batch<Item>; bytes: number }>();
  for (const item of items) {
    const [key, bytes] = [keyOf(item), bytesOf(item)];
    let last = open.get(key);
    if (!last || last.batch.items.length === maxItems || last.bytes + bytes > maxBytes) {
      last = { batch: { key, items: [] }, bytes: 0 };
      open.set(key, last);
      batches.push(last.batch);
    }
    last.batch.items.push(item);
    last.bytes += bytes;
  }
  return batches;
}
