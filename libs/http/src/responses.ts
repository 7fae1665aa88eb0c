/** The success envelope of a single resource. */
export interface Ok<T> {
  status: 'ok';
  data: T;
}

export const ok = <T>(data: T): Ok<T> => ({ status: 'ok', data });

/** The response to a deletion. */
export const deleted = { status: 'ok' } as const;
export type Deleted = typeof deleted;
