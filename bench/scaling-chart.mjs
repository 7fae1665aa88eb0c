// Draws the result of scaling.mjs as SVG: the work of each process over time, stacked, and the lag below.

const [width, left, right] = [860, 70, 20];
const panels = { work: { top: 60, height: 220 }, lag: { top: 340, height: 150 } };
const colours = ['#3b6fb6', '#e08a2b', '#4a9a62', '#b0568f', '#7a6bb0', '#8a7a4a', '#59a5b5', '#a8524c'];
const line = '#c9ced6';
const ink = '#333a45';

/**
 * @param run `{title, unit, samples: [{at, lag, work: {member: per second}}], steps: [{at, processes}]}`; `at` in seconds
 */
export function drawScaling({ title, unit, samples, steps }) {
  const end = samples.at(-1).at;
  const members = [...new Set(samples.flatMap(({ work }) => Object.keys(work)))];
  const totals = samples.map(({ work }) => sum(members.map((member) => work[member] ?? 0)));
  const x = (at) => left + (at / end) * (width - left - right);
  const work = scale(panels.work, Math.max(...totals));
  const lag = scale(panels.lag, Math.max(...samples.map((sample) => sample.lag)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 540" font-family="sans-serif" font-size="12" fill="${ink}">`,
    `<rect width="${width}" height="540" fill="#ffffff"/>`,
    text(left, 22, title, 'font-size="15" font-weight="bold"'),
    ...axis(work, `${unit} a second, by process`),
    ...members.map((member, index) => area(samples, members, index, x, work)),
    ...axis(lag, `${unit} waiting`),
    path(
      samples.map((sample) => [x(sample.at), lag.y(sample.lag)]),
      `fill="none" stroke="${ink}" stroke-width="2"`,
    ),
    ...steps.flatMap((step) => mark(x(step.at), step.processes)),
    ...times(end, x),
    '</svg>',
    '',
  ].join('\n');
}

function scale({ top, height }, max) {
  const unit = 10 ** Math.floor(Math.log10(max));
  const tick = [0.2, 0.5, 1, 2].map((factor) => factor * unit).find((size) => max / size <= 5) ?? 2 * unit;
  const limit = Math.max(tick, Math.ceil(max / tick) * tick);
  return { top, bottom: top + height, tick, limit, y: (value) => top + height - (value / limit) * height };
}

function axis({ top, tick, limit, y }, label) {
  const ticks = Array.from({ length: Math.round(limit / tick) + 1 }, (_, index) => index * tick);
  return [
    text(left, top - 10, label, 'font-weight="bold"'),
    ...ticks.flatMap((value) => [
      `<line x1="${left}" x2="${width - right}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="${line}"/>`,
      text(left - 8, y(value) + 4, value.toLocaleString('en'), 'text-anchor="end"'),
    ]),
  ];
}

/** The work of this member, stacked on that of the members before it. */
function area(samples, members, index, x, { y }) {
  const upTo = (count) => (sample) => [
    x(sample.at),
    y(sum(members.slice(0, count).map((member) => sample.work[member] ?? 0))),
  ];
  const outline = [...samples.map(upTo(index + 1)), ...samples.map(upTo(index)).reverse()];
  return path(outline, `fill="${colours[index % colours.length]}" fill-opacity="0.85"`);
}

function mark(at, processes) {
  const { top } = panels.work;
  const { bottom } = scale(panels.lag, 1);
  return [
    `<line x1="${round(at)}" x2="${round(at)}" y1="${top}" y2="${bottom}" stroke="${ink}" stroke-dasharray="3 4"/>`,
    text(at + 5, top + 14, `${processes} process${processes === 1 ? '' : 'es'}`, ''),
  ];
}

function times(end, x) {
  const { bottom } = scale(panels.lag, 1);
  const every = end > 120 ? 30 : 10;
  const at = Array.from({ length: Math.floor(end / every) + 1 }, (_, index) => index * every);
  return at.map((seconds) => text(x(seconds), bottom + 20, `${seconds} s`, 'text-anchor="middle"'));
}

const path = (points, style) => `<path d="M${points.map((point) => point.map(round).join(' ')).join('L')}" ${style}/>`;
const text = (x, y, content, style) => `<text x="${round(x)}" y="${round(y)}" ${style}>${content}</text>`;
const round = (number) => Math.round(number * 10) / 10;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
