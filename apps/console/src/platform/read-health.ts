export interface Health {
  isUp: boolean;
  parts: { name: string; state: string }[];
}

/** A part that is down is in a 503 of the same shape. Undefined: something else has answered. */
export function readHealth(body: unknown): Health | undefined {
  if (typeof body !== 'object' || body === null || !('parts' in body)) return undefined;
  const { parts } = body;
  if (typeof parts !== 'object' || parts === null) return undefined;
  const isUp = 'status' in body && body.status === 'up';
  return { isUp, parts: Object.entries(parts).map(([name, state]) => ({ name, state: String(state) })) };
}
