/** A server that a test can break. `kill` sends SIGKILL. `start` restarts it on its port and data, and waits for it. */
export interface Server {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A started server with its address. */
export type StartedServer = Server & { address: string; stop(): Promise<void> };

/** A paused server keeps its connections and answers nothing. */
export type PausableServer = StartedServer & { pause(): Promise<void>; resume(): Promise<void> };
