/** The success envelope of a single resource. */
export interface Ok<T> {
  status: 'ok';
  data: T;
}

export const ok = <T>(data: T): Ok<T> => ({ status: 'ok', data });
