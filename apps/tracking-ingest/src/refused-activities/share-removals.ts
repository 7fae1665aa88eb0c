/** Refusals of one credential: their number, or their bytes. */
export interface SenderWeight {
  sender: string;
  is_public: boolean;
  weight: number;
}

/**
 * How much of each credential leaves so that all fit: always of the heaviest one, so the heaviest end at one level. Public
 * ones fit into the half of it. Credentials of which nothing leaves are absent.
 */
export function shareRemovals(senders: SenderWeight[], limit: number): Map<string, number> {
  const published = lower(
    senders.filter(({ is_public }) => is_public),
    Math.floor(limit / 2),
  );
  const all = lower([...senders.filter(({ is_public }) => !is_public), ...published], limit);
  const left = new Map(all.map(({ sender, weight }) => [sender, weight]));
  const removals = senders.map(({ sender, weight }) => [sender, weight - (left.get(sender) ?? 0)] as const);
  return new Map(removals.filter(([, removed]) => removed > 0));
}

/** The weights that are left: all above a level are lowered to it, or by one less where that fits. */
function lower(senders: SenderWeight[], limit: number): SenderWeight[] {
  const lightest = senders.toSorted((a, b) => a.weight - b.weight);
  let room = limit;
  return lightest.map((one, index) => {
    const weight = Math.min(one.weight, Math.floor(room / (lightest.length - index)));
    room -= weight;
    return { ...one, weight };
  });
}
