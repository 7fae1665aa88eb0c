/** Pixels that a number may differ by: what the last digits of a processor's sine make of a rounded number. */
const tolerance = 0.5;
const number = /-?\d+(?:\.\d+)?/g;

/**
 * The lines of a picture that differ from those of another: in a word, a colour or the number of elements, or in a place by
 * more than half a pixel.
 *
 * @param expected SVG of `drawPicture`, as `drawn` is
 */
export function differences(expected: string, drawn: string): string[] {
  const [before, after] = [expected.split('\n'), drawn.split('\n')];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [before[at] ?? '', after[at] ?? ''])
    .filter(([a = '', b = '']) => !areAlike(a, b))
    .map(([a = '', b = '']) => `expected ${a || 'nothing'}, drawn ${b || 'nothing'}`);
}

function areAlike(a: string, b: string): boolean {
  // The digits of texts and of colours are no places.
  if (wordsOf(a) !== wordsOf(b)) return false;
  const [places, others] = [placesOf(a), placesOf(b)];
  return (
    places.length === others.length && places.every((place, at) => Math.abs(place - (others[at] ?? NaN)) <= tolerance)
  );
}

const attributes = / (?:d|points|transform|x|y|x1|y1|x2|y2|cx|cy|r|width|height|stroke-width)="[^"]*"/g;
const wordsOf = (line: string) => line.replaceAll(attributes, (attribute) => attribute.replaceAll(number, '0'));
const placesOf = (line: string) =>
  (line.match(attributes) ?? []).flatMap((attribute) => (attribute.split('="')[1]?.match(number) ?? []).map(Number));
