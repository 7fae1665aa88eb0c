/** Uses localStorage. It throws where the browser forbids it, and when it is full: a page goes on without. */
export function useLocal<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
