/** Gives each heading of a page its anchor, as GitHub does: the second one of a text gets `-1`. */
export function anchorMaker() {
  const counts = new Map();
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/** The anchor of a section on the first page. */
export const anchorOf = (title) => anchorMaker()(title);
