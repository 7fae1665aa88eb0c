import { useEffect, useRef } from 'react';

/** Calls back when the space bar is pressed, unless what has the focus needs it: a field, a button, a dialog. */
export function useSpaceKey(onSpace: () => void): void {
  const latest = useRef(onSpace);
  latest.current = onSpace;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey } = event;
      if (key !== ' ' || repeat || ctrlKey || metaKey || altKey || isInUse(target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const usesSpace = 'input, textarea, select, button, a, summary, [contenteditable], [role="dialog"], [role="tab"]';

const isInUse = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(usesSpace) !== null;
