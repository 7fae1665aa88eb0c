/**
 * While it is held, no key reaches the page: Escape would close a dialog below the sign-in or the question about a link, with what was typed in. Typing goes
 * on, it needs no listener. Call it before anything else listens.
 */
export function holdKeys(isHeld: () => boolean): void {
  const hold = (event: KeyboardEvent) => {
    if (!isHeld()) return;
    event.stopImmediatePropagation();
    if (event.key === 'Escape') event.preventDefault();
  };
  window.addEventListener('keydown', hold, { capture: true });
}
