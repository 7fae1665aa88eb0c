// Draws the result of scaling.mjs as SVG: the work of each process over time, stacked, and the lag below.
import { axis, colours, draw, ink, mark, path, scale, text, times, timeScale } from './chart-parts.mjs';

const panels = { work: { top: 60, height: 220 }, lag: { top: 340, height: 150 } };

/**
 * @param run `{title, unit, samples: [{at, lag, work: {member: per second}}], steps: [{at, processes}]}`; `at` in seconds
 */
export function drawScaling({ title, unit, samples, steps }) {
  const end = samples.at(-1).at;
  const members = [...new Set(samples.flatMap(({ work }) => Object.keys(work)))];
  const totals = samples.map(({ work }) => sum(members.map((member) => work[member] ?? 0)));
  const x = timeScale(end);
  const work = scale(panels.work, Math.max(...totals));
  const lag = scale(panels.lag, Math.max(...samples.map((sample) => sample.lag)));
  return draw(540, title, [
    ...axis(work, `${unit} a second, by process`),
    ...members.map((member, index) => area(samples, members, index, x, work)),
    ...axis(lag, `${unit} waiting`),
    path(
      samples.map((sample) => [x(sample.at), lag.y(sample.lag)]),
      `fill="none" stroke="${ink}" stroke-width="2"`,
    ),
    ...steps.flatMap(({ at, processes }) => [
      mark(x(at), work.top, lag.bottom, `stroke="${ink}" stroke-dasharray="3 4"`),
      text(x(at) + 5, work.top + 14, `${processes} process${processes === 1 ? '' : 'es'}`, ''),
    ]),
    ...times(end, lag.bottom),
  ]);
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

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
