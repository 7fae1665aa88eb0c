const KiB = 1024;
const MiB = 1024 * KiB;

/** The resources of a server that a client may occupy. Times are in milliseconds; they are checked once a second. */
export interface Limits {
  /**
   * Open connections. For one more, the one is closed that has been without a known caller for longest.
   */
  maxConnections: number;
  /** From the first byte of a request, or from the connection, to the end of the head. */
  headMs: number;
  /** From the head to the last byte of the body. A route with `streamsBody` has `minBytes` instead. */
  bodyMs: number;
  /** Bytes of bodies in memory that are incomplete or not verified. Beyond it, the oldest of them is refused. */
  maxHeldBytes: number;
  /** Least bytes that a client sends of a streamed body, or takes of an answer that waits for it, per `progressMs`. */
  minBytes: number;
  progressMs: number;
  /** Time without any data during a request. */
  idleMs: number;
  /** Requests on one connection that are sent before the first of them is answered. */
  maxPipelined: number;
}

/** For ports that anybody may reach. */
export const publicLimits: Limits = {
  maxConnections: 4_096,
  headMs: 15_000,
  bodyMs: 30_000,
  maxHeldBytes: 64 * MiB,
  minBytes: 64 * KiB,
  progressMs: 60_000,
  idleMs: 60_000,
  maxPipelined: 16,
};

/**
 * For services, to which only the gateway connects. The gateway limits the clients, so a service waits longer than the
 * gateway does: while a client reads slowly, the buffers between gateway and service stand still for minutes.
 */
export const internalLimits: Limits = {
  ...publicLimits,
  maxConnections: Infinity,
  bodyMs: 60_000,
  minBytes: 0,
  idleMs: 10 * 60_000,
};

/** The limits because of which a connection was cut or a request refused; label values of a metric. */
export const limitNames = [
  'connections',
  'waiting_connections',
  'unverified_connections',
  'head_time',
  'body_time',
  'body_progress',
  'held_bytes',
  'answer_progress',
  'pipelining',
] as const;
export type LimitName = (typeof limitNames)[number];
