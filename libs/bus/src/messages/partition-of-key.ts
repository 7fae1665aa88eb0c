const seed = 0x9747b28c;
const m = 0x5bd1e995;

/**
 * The partition of a key, 0 to partitions - 1: by murmur2, like the Java clients and kafkajs, so that messages of a key
 * share a partition whichever client wrote them. In integers, because kafkajs uses BigInt and takes 6 µs per key.
 */
export function partitionOfKey(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

function murmur2(data: Buffer): number {
  let hash = seed ^ data.length;
  const words = data.length & ~3;
  for (let i = 0; i < words; i += 4) {
    hash = Math.imul(hash, m) ^ mix(data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24));
  }
  if (data.length > words) {
    for (let i = data.length - 1; i >= words; i--) hash ^= data[i]! << (8 * (i - words));
    hash = Math.imul(hash, m);
  }
  hash ^= hash >>> 13;
  hash = Math.imul(hash, m);
  return hash ^ (hash >>> 15);
}

function mix(word: number): number {
  const k = Math.imul(word, m);
  return Math.imul(k ^ (k >>> 24), m);
}
