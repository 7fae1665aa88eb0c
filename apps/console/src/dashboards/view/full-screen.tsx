import { useEffect, type ReactNode } from 'react';
import classes from './view.module.css';

interface FullScreenProps {
  isFull: boolean;
  onLeave: () => void;
  children: ReactNode;
}

/**
 * Covers the frame of the console. Dialogs and menus are outside of this element, so the whole document goes full
 * screen, not the element. The Escape key leaves.
 */
export function FullScreen({ isFull, onLeave, children }: FullScreenProps) {
  useEffect(() => {
    if (!isFull) return;
    const leaveOnChange = () => document.fullscreenElement === null && onLeave();
    const leaveOnKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      const isInDialog = document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
      if (key === 'Escape' && !defaultPrevented && !isInDialog) onLeave();
    };
    document.addEventListener('fullscreenchange', leaveOnChange);
    document.addEventListener('keydown', leaveOnKey);
    return () => {
      document.removeEventListener('fullscreenchange', leaveOnChange);
      document.removeEventListener('keydown', leaveOnKey);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull, onLeave]);
  return <div className={isFull ? classes['full'] : undefined}>{children}</div>;
}

/** Only on a click. A link to a full dashboard covers the frame, but not the browser. */
export const enterFullScreen = (): void => {
  document.documentElement.requestFullscreen?.().catch(() => undefined);
};
