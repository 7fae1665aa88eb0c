const segmenter = new Intl.Segmenter();
/** Characters that terminals draw in two columns: CJK, Hangul, full-width forms and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

const isAscii = /^[ -~]*$/;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (isAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Cuts a text to a width. `…` stands for what is left out. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of segmenter.segment(text)) {
    used += wide.test(segment) ? 2 : 1;
    if (used > width) break;
    kept += segment;
  }
  return width > 0 ? `${kept}…` : '';
}
