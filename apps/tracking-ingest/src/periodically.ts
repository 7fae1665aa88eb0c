/** Work that is done again and again until it is stopped. */
export interface Repeated {
  /** Resolves when what is being done is done. */
  stop(): Promise<void>;
}

/** Does the work at once, then `everyMs` after each end of it; what fails is reported, and done again in its turn. */
export function periodically(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let current = Promise.resolve();
  const next = () => {
    current = work()
      .catch(onError)
      .then(() => {
        if (!isStopped) timer = setTimeout(next, everyMs);
      });
  };
  next();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}
