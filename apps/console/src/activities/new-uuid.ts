/** A UUIDv4. `crypto.randomUUID` is absent from pages that were loaded over plain http. */
export const newUuid = (): string => uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);

/** Writes 16 bytes as a UUID of a version. */
export function uuidOf(bytes: Uint8Array, version: 4 | 8): string {
  const hex = Array.from(bytes, (byte, place) => {
    if (place === 6) return (version << 4) | (byte & 0x0f);
    return place === 8 ? 0x80 | (byte & 0x3f) : byte;
  }).map((byte) => byte.toString(16).padStart(2, '0'));
  const part = (from: number, to: number) => hex.slice(from, to).join('');
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-');
}
