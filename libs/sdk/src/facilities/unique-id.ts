/** The last time that an id has, and the counter of the ids of that millisecond. */
let last = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562). The ids of a process or page sort in the order in which they were made, even if its clock goes back. */
export function uuid7(now = Date.now()): string {
  const random = hexOf(randomBytes(10));
  if (now > last) {
    last = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    last += 1;
    counter = 0;
  }
  const time = last.toString(16).padStart(12, '0');
  const variant = ((parseInt(random.charAt(0), 16) & 0b0011) | 0b1000).toString(16);
  const order = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}

/** 128 random bits in hexadecimal digits: an id that does not contain the time. */
export const randomId = (): string => hexOf(randomBytes(16));

/** The ids need to differ, and are no secrets: where the browser's generator is missing or does nothing, another will do. */
function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  try {
    crypto.getRandomValues(bytes);
  } catch {
    // There is none.
  }
  return bytes.some((byte) => byte > 0) ? bytes : bytes.map(() => Math.random() * 256);
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
