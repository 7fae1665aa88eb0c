/** A copy of a list in which one element is at another place. */
export const moved = <Element>(list: readonly Element[], from: number, to: number): Element[] => {
  const element = list[from];
  return element === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, element);
};
