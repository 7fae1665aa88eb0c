import { useRef } from 'react';

/** Presses closer to each other than this are one: a double click, or a key that is held. */
const samePressMs = 500;

/**
 * Lets one press of several through. A button that is disabled while its request runs is not enough: the second press comes
 * before React has drawn it so.
 */
export function useSinglePress(isPending: boolean, onPress: () => void): () => void {
  const pressedAt = useRef(-Infinity);
  return () => {
    const now = performance.now();
    if (isPending || now - pressedAt.current < samePressMs) return;
    pressedAt.current = now;
    onPress();
  };
}
