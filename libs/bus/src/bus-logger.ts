/** What the bus needs of a logger; pino's fits. */
export interface BusLogger {
  warn(message: string): void;
  debug(message: string): void;
}
