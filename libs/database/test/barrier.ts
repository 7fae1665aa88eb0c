/** Resolves for all once `parties` wait for it. */
export function barrier(parties: number): () => Promise<void> {
  let open: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (--parties === 0) open();
    return opened;
  };
}
