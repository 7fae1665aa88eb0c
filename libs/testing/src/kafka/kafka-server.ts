/** A real broker that a test can break. Its address and data survive `kill`, `start`, `pause` and `resume`. */
export interface KafkaBroker {
  readonly brokers: string[];
  /** Restarts the broker after `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** The broker keeps its connections and answers nothing until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the broker and removes its data. */
  stop(): Promise<void>;
}
