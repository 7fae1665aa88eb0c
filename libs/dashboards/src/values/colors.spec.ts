import { describe, expect, it } from '@jest/globals';
import { defaultColors } from './format-value.js';

type Rgb = [number, number, number];
type Matrix = [Rgb, Rgb, Rgb];

/** How people see linear RGB: all colours, no green, no red (Machado, Oliveira and Fernandes 2009, severity 1). */
const sights: Record<string, Matrix> = {
  trichromat: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};
/** Linear RGB to the cones' answers, and these to OKLab (Ottosson 2020). */
const toCones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

const apply = (matrix: Matrix, [x, y, z]: Rgb): Rgb => matrix.map(([a, b, c]) => a * x + b * y + c * z) as Rgb;
const linear = (color: string): Rgb =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
const luminance = (color: string) =>
  linear(color).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);
const lab = (color: string, sight: Matrix) =>
  apply(
    toLab,
    apply(toCones, apply(sight, linear(color)).map((part) => Math.min(1, Math.max(0, part))) as Rgb).map(
      Math.cbrt,
    ) as Rgb,
  );

/** The contrast of WCAG 2. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** In OKLab, of which 100 is from black to white. */
const distance = (a: string, b: string, sight: Matrix) =>
  100 * Math.hypot(...lab(a, sight).map((part, at) => part - lab(b, sight)[at]!));

const closest = (colors: readonly string[], sight: Matrix) =>
  Math.min(...colors.flatMap((a, at) => colors.slice(at + 1).map((b) => distance(a, b, sight))));

describe('the default colours', () => {
  it.each(defaultColors)('%s has a contrast of 3 : 1 with the white and the dark page', (color) => {
    expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(3);
    expect(contrast(color, '#242424')).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(sights))('stay apart for a %s', (name) =>
    expect(closest(defaultColors, sights[name]!)).toBeGreaterThan(9),
  );

  it('would not with colours that are one to people without green (control)', () => {
    const confused = ['#eb5c5d', '#00ab67'];
    expect(closest(confused, sights['trichromat']!)).toBeGreaterThan(9);
    expect(closest(confused, sights['deuteranope']!)).toBeLessThan(9);
    expect(contrast('#003056', '#242424')).toBeLessThan(3);
  });
});
