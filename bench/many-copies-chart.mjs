// Draws the result of many-copies.mjs as SVG: activities acknowledged and stored over time, requests sent again below, and
// every fault.
import { axis, colours, draw, ink, mark, path, scale, text, times, timeScale } from './chart-parts.mjs';

const panels = { rates: { top: 96, height: 220 }, resent: { top: 376, height: 110 } };
/** Rates are means over this time, so that single rows of work do not hide the trend. */
const windowSeconds = 3;
const faultStyles = {
  process: { label: 'process killed', style: `stroke="${ink}" stroke-opacity="0.35"` },
  broker: { label: 'broker killed or frozen', style: `stroke="${colours[1]}" stroke-width="2"` },
  database: { label: 'primary killed, standby promoted', style: `stroke="${colours[7]}" stroke-width="3"` },
};
const [acknowledgedStyle, storedStyle] = [colours[0], colours[2]].map(
  (colour) => `fill="none" stroke="${colour}" stroke-width="1.5"`,
);

/** @param run `{title, samples: [{at, acknowledged, resent, stored?}], faults: [{at, kind}]}`, totals; `at` in seconds */
export function drawManyCopies({ title, samples, faults }) {
  const end = samples.at(-1).at;
  const x = timeScale(end);
  const [acknowledged, stored, resent] = ['acknowledged', 'stored', 'resent'].map((name) => ratesOf(samples, name));
  const rates = scale(panels.rates, Math.max(...[...acknowledged, ...stored].map(({ rate }) => rate)));
  const again = scale(panels.resent, Math.max(1, ...resent.map(({ rate }) => rate)));
  const points = (values, { y }) => values.map(({ at, rate }) => [x(at), y(rate)]);
  return draw(540, title, [
    ...legend(),
    ...axis(rates, 'activities a second'),
    ...axis(again, 'requests sent again, a second'),
    ...faults.map(({ at, kind }) => mark(x(at), rates.top, again.bottom, faultStyles[kind].style)),
    path(points(acknowledged, rates), acknowledgedStyle),
    path(points(stored, rates), storedStyle),
    path(points(resent, again), `fill="none" stroke="${ink}" stroke-width="1.5"`),
    ...times(end, again.bottom),
  ]);
}

/** The rates of each second, from the totals; samples without the total are left out. */
function ratesOf(samples, name) {
  const known = samples.filter((sample) => sample[name] !== undefined);
  const rates = [];
  let from = known[0];
  for (const sample of known) {
    if (sample.at - from.at < windowSeconds) continue;
    rates.push({ at: (sample.at + from.at) / 2, rate: (sample[name] - from[name]) / (sample.at - from.at) });
    from = sample;
  }
  return rates;
}

function legend() {
  const lines = [
    ['acknowledged', acknowledgedStyle],
    ['stored', storedStyle],
    ...Object.values(faultStyles).map(({ label, style }) => [label, style]),
  ];
  let at = 70;
  return lines.flatMap(([label, style]) => {
    const begin = at;
    at += 46 + 6.4 * label.length;
    return [
      path(
        [
          [begin, 44],
          [begin + 22, 44],
        ],
        style,
      ),
      text(begin + 28, 48, label, ''),
    ];
  });
}
