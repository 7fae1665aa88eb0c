import { describe, expect, it } from '@jest/globals';
import { newChart } from '../content/edit-content.js';
import { newSource } from './dataset-types.js';
import { titleOfDataset } from './title-of-dataset.js';

describe('the title of a dataset', () => {
  it.each([
    ['users', [], 'Users'],
    ['sessions', ['date_yyyy_mm_dd'], 'Sessions by day'],
    ['users', ['channel_id', 'device_brand'], 'Users by channel, brand of device'],
  ])('is that of its report: %s by %j', (expression, names, title) => {
    const dimensions = names.map((name) => ({ name }));
    const dataset = { type: 'activities_analytics', query_json: { metrics: [{ expression }], dimensions } };
    expect(titleOfDataset(dataset)).toBe(title);
  });

  it('is none for other data', () => expect(titleOfDataset(newSource('data_file'))).toBeUndefined());

  it('is that of a new chart, so that it follows what is chosen', () =>
    expect(newChart.title).toBe(titleOfDataset(newChart.dataset as Record<string, unknown>)));
});
