/** Calls listeners. What one of them throws is thrown outside of the caller, so that it cannot stop the queue. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<PropertyKey, Set<(event: never) => void>>();

  /** @param name of the events, `*` for all of them: these have their name as `type` */
  on(name: PropertyKey, listener: (event: never) => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    this.call(name, event);
    this.call('*', { type: name, ...event });
  }

  private call(name: PropertyKey, event: unknown): void {
    for (const listener of this.listeners.get(name) ?? [])
      try {
        (listener as (event: unknown) => void)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
  }
}
