import { useCallback, useEffect, useRef } from 'react';

/** Makes signals for what must end when the component is left. */
export function useLeaveSignal(): () => AbortSignal {
  const controllers = useRef(new Set<AbortController>());
  useEffect(() => {
    const made = controllers.current;
    return () => made.forEach((controller) => controller.abort());
  }, []);
  return useCallback(() => {
    const controller = new AbortController();
    controllers.current.add(controller);
    return controller.signal;
  }, []);
}
