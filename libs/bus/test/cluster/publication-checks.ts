import type { Publication } from './cluster-load.js';

/** The time within which this share of the publications is acknowledged. Refused ones never are. */
export function percentile(publications: Publication[], share: number): number {
  const times = publications.map(({ ms, error }) => (error ? Infinity : ms)).sort((a, b) => a - b);
  return times[Math.ceil(times.length * share) - 1] ?? 0;
}

/** Throws when, for one key, an acknowledged message stands first behind a later one. */
export function expectOrderPerKey(publications: Publication[], ids: string[]): void {
  const firstAt = new Map<string, number>();
  ids.forEach((id, index) => firstAt.has(id) || firstAt.set(id, index));
  const latest = new Map<string, Publication>();
  const acknowledged = publications.filter(({ error }) => !error).sort((a, b) => a.step - b.step);
  for (const publication of acknowledged) {
    const key = `${publication.partition.name}/${publication.key}`;
    const before = latest.get(key);
    if (before && (firstAt.get(before.id) ?? 0) > (firstAt.get(publication.id) ?? 0))
      throw new Error(`${publication.id} stands before ${before.id}`);
    latest.set(key, publication);
  }
}

/** @returns the publications whose message is in the log more than once */
export function writtenTwice(publications: Publication[], ids: string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return publications.map(({ id }) => id).filter((id) => (counts.get(id) ?? 0) > 1);
}
