// The parts of a chart over time, as SVG: axes, lines and texts. Coordinates are rounded to a tenth.

export const [width, left, right] = [860, 70, 20];
export const colours = ['#3b6fb6', '#e08a2b', '#4a9a62', '#b0568f', '#7a6bb0', '#8a7a4a', '#59a5b5', '#a8524c'];
export const ink = '#333a45';
const line = '#c9ced6';

/** The document with this title. */
export const draw = (height, title, parts) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="${ink}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(left, 22, title, 'font-size="15" font-weight="bold"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n');

/** The vertical scale of a panel that shows values from 0 to `max`. */
export function scale({ top, height }, max) {
  const unit = 10 ** Math.floor(Math.log10(max));
  const tick = [0.2, 0.5, 1, 2].map((factor) => factor * unit).find((size) => max / size <= 5) ?? 2 * unit;
  const limit = Math.max(tick, Math.ceil(max / tick) * tick);
  return { top, bottom: top + height, tick, limit, y: (value) => top + height - (value / limit) * height };
}

export function axis({ top, tick, limit, y }, label) {
  const ticks = Array.from({ length: Math.round(limit / tick) + 1 }, (_, index) => index * tick);
  return [
    text(left, top - 10, label, 'font-weight="bold"'),
    ...ticks.flatMap((value) => [
      `<line x1="${left}" x2="${width - right}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="${line}"/>`,
      text(left - 8, y(value) + 4, value.toLocaleString('en'), 'text-anchor="end"'),
    ]),
  ];
}

/** The horizontal position of a time in seconds. */
export const timeScale = (end) => (at) => left + (at / end) * (width - left - right);

/** The times below the lowest panel. */
export function times(end, bottom) {
  const x = timeScale(end);
  const every = [10, 30, 60].find((seconds) => end / seconds <= 12) ?? 120;
  const at = Array.from({ length: Math.floor(end / every) + 1 }, (_, index) => index * every);
  return at.map((seconds) => text(x(seconds), bottom + 20, `${seconds} s`, 'text-anchor="middle"'));
}

/** A vertical line. */
export const mark = (at, top, bottom, style) =>
  `<line x1="${round(at)}" x2="${round(at)}" y1="${round(top)}" y2="${round(bottom)}" ${style}/>`;

export const path = (points, style) =>
  `<path d="M${points.map((point) => point.map(round).join(' ')).join('L')}" ${style}/>`;
export const text = (x, y, content, style) => `<text x="${round(x)}" y="${round(y)}" ${style}>${content}</text>`;
export const round = (number) => Math.round(number * 10) / 10;
