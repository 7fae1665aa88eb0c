import type * as generated from '@tributary/client/generated/@tanstack/react-query.gen';
import type { QueryClient } from '@tanstack/react-query';

/** A read of the API, by its `operationId`. */
export type Operation = keyof typeof generated extends infer Name
  ? Name extends `${infer Read}QueryKey`
    ? Read
    : never
  : never;

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The reads that show another answer after the write. They are repeated after its `onSuccess`: a secret is shown first. */
      changes?: readonly Operation[];
    };
  }
}

/** Repeats the reads that a page shows now. The others are repeated when a page shows them. */
export const repeatReads = (queries: QueryClient, changes: readonly Operation[] = []) =>
  Promise.all(changes.map((_id) => queries.invalidateQueries({ queryKey: [{ _id }] })));
