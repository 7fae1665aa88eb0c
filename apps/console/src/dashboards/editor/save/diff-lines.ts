interface DiffLine {
  kind: 'same' | 'theirs' | 'mine';
  text: string;
}

/** More cells of the comparison than this: only the ends that agree are found. */
const maxCells = 4_000_000;
/** Unchanged lines that are shown around a change. */
const context = 3;

/** The lines that turn one text into another. */
export function diffLines(theirs: string, mine: string): DiffLine[] {
  const [one, other] = [theirs.split('\n'), mine.split('\n')];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = compare(one.slice(start, one.length - end), other.slice(start, other.length - end));
  return [...lines('same', one.slice(0, start)), ...middle, ...lines('same', one.slice(one.length - end))];
}

const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));

function compare(one: string[], other: string[]): DiffLine[] {
  if (one.length * other.length > maxCells) return [...lines('theirs', one), ...lines('mine', other)];
  const lengths = commonLengths(one, other);
  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    const kind = one[i] === other[j] ? 'same' : at(lengths, i + 1, j) >= at(lengths, i, j + 1) ? 'theirs' : 'mine';
    result.push({ kind, text: (kind === 'mine' ? other[j] : one[i]) ?? '' });
    if (kind !== 'mine') i += 1;
    if (kind !== 'theirs') j += 1;
  }
  return [...result, ...lines('theirs', one.slice(i)), ...lines('mine', other.slice(j))];
}

const at = (lengths: Uint32Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Length of the longest common subsequence of the rests that start at each pair of lines. */
function commonLengths(one: string[], other: string[]): Uint32Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = other.length - 1; j >= 0; j -= 1)
      row[j] =
        one[i] === other[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
  }
  return lengths;
}

/** The changes with a few lines around them; the number of lines in place of a longer unchanged part. */
export function shortenDiff(diff: readonly DiffLine[]): (DiffLine | { kind: 'skipped'; count: number })[] {
  const changed = diff.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const near = new Set(
    changed.flatMap((index) => Array.from({ length: 2 * context + 1 }, (_each, by) => index - context + by)),
  );
  const result: (DiffLine | { kind: 'skipped'; count: number })[] = [];
  diff.forEach((line, index) => {
    const last = result.at(-1);
    if (near.has(index)) result.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else result.push({ kind: 'skipped', count: 1 });
  });
  return result;
}
