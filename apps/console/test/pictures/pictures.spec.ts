import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readOptions } from '@tributary/dashboards/options/read-options';
import type { SeriesResult } from '@tributary/dashboards/results/result';
import { chartOption, type GraphicOptions } from '../../src/charts/options/chart-option.js';
import { mergeSmallest } from '../../src/charts/options/slices.js';
import { aTheme } from '../chart-drawings.js';
import { differences } from './compare-pictures.js';
import { drawPicture } from './draw-picture.js';
import { hardData } from './hard-data.js';

const types = ['Line', 'Area', 'Bars', 'Pie', 'Radar'] as const;
/** A sentence stands in place of these. */
const undrawn = ['Pie negative', 'Pie zeros'];
const namesOf = (type: string) => Object.keys(hardData).filter((name) => !undrawn.includes(`${type} ${name}`));
const legend = { enabled: true, position: 'bottom' };
const folder = path.join(import.meta.dirname, 'stored');
const fileOf = (type: string, name: string) => path.join(folder, `${type.toLowerCase()}-${name}.svg`);

/** @param change is made to the numbers of the data */
function picture(type: (typeof types)[number], name: string, change = (value: number) => value): string {
  const given = structuredClone(hardData[name] as SeriesResult);
  for (const { cells } of given.points)
    for (const cell of cells) if (cell.value !== null) cell.value = change(cell.value);
  const result = type === 'Pie' ? { ...given, points: mergeSmallest(given.points, 7) } : given;
  const stacking = type === 'Bars' && name === 'two-levels' && { stacking: true };
  const options = readOptions(type, { legend, ...stacking }) as GraphicOptions;
  return drawPicture(chartOption({ result, options, colors: [], theme: aTheme, dateZone: undefined }));
}

/** `WRITE_PICTURES=1` writes those that differ or are missing, for a change on purpose. Look at them then. */
const mayWrite = process.env['WRITE_PICTURES'] === '1';

describe.each(types)('the picture of %s', (type) => {
  it.each(namesOf(type))('of %s is the stored one', (name) => {
    const [file, drawn] = [fileOf(type, name), picture(type, name)];
    const found = existsSync(file) ? differences(readFileSync(file, 'utf8'), drawn) : ['there is none'];
    if (found.length === 0) return;
    if (!mayWrite) throw new Error([`${file}: WRITE_PICTURES=1 writes it`, ...found].join('\n'));
    writeFileSync(file, drawn);
  });

  it('is another one if a value, a word or a colour changes', () => {
    const drawn = picture(type, 'two-series');
    expect(
      differences(
        drawn,
        picture(type, 'two-series', (value) => (value === 5 ? 8 : value)),
      ),
    ).not.toEqual([]);
    expect(differences(drawn, drawn.replace('#1878b4', '#1878b5'))).toHaveLength(1);
    expect(differences(drawn, drawn.replace(/>([^<>\n]+)<\/text>/, '>other</text>'))).toHaveLength(1);
    expect(differences(drawn, drawn.replace(/<path[^>]*>\n/, ''))).not.toEqual([]);
  });
});

describe('the comparison', () => {
  const line = (y: number) => `<path d="M10 ${y}L20 30.5" fill="#1878b4"></path>`;

  it('lets what a machine rounds differ by half a pixel, and no more', () => {
    expect(differences(line(20), line(20.4))).toEqual([]);
    expect(differences(line(20), line(20.6))).toHaveLength(1);
  });
});

it('each stored picture belongs to a chart', () => {
  const known = types.flatMap((type) => namesOf(type).map((name) => path.basename(fileOf(type, name))));
  expect(readdirSync(folder).toSorted()).toEqual(known.toSorted());
});
