import { useEffect, useRef } from 'react';

/** The longest time between a press and the drawing of what it has caused. */
const drawnAfterMs = 500;

/**
 * Lets one press of a double click or of a held key through. A button that is disabled while its request runs is not enough:
 * the second press comes before React has drawn it so.
 */
export function useSinglePress(isPending: boolean, onPress: () => void): () => void {
  const pressedAt = useRef(-Infinity);
  // Drawn without a request: it has ended, or there was none, because the form has found a problem.
  useEffect(() => {
    if (!isPending) pressedAt.current = -Infinity;
  });
  return () => {
    const now = performance.now();
    if (isPending || now - pressedAt.current < drawnAfterMs) return;
    pressedAt.current = now;
    onPress();
  };
}
