import { describe, expect, it } from '@jest/globals';
import { chartTypes } from '@tributary/contracts/rules/dashboards/content-rules';
import { readOptions } from '@tributary/dashboards/options/read-options';
import { optionsOf } from './option-list.js';
import { optionAt, setOption } from './set-option.js';

describe('options', () => {
  it('are set in snake_case, and the others stay', () =>
    expect(setOption({ bigBars: false, other: 1 }, ['big_bars'], true)).toEqual({ other: 1, big_bars: true }));

  it('are set within others', () =>
    expect(setOption({ legend: { position: 'right' } }, ['legend', 'enabled'], true)).toEqual({
      legend: { position: 'right', enabled: true },
    }));

  it('are removed', () => {
    expect(setOption({ height: 3 }, ['height'], undefined)).toEqual({});
    expect(setOption({ legend: { enabled: true } }, ['legend', 'enabled'], undefined)).toEqual({});
  });

  it.each(chartTypes)('of %s: each changes what the engine reads', (type) => {
    for (const option of optionsOf[type]) {
      const value = { switch: option.kind === 'switch' && !option.default, number: 7, text: 'x', choice: 'x' }[
        option.kind
      ];
      const chosen = option.kind === 'choice' ? option.choices.at(-1) : value;
      const options = setOption({}, option.path, chosen);
      expect(optionAt(options, option.path)).toBe(chosen);
      expect(readOptions(type, options)).not.toEqual(readOptions(type, {}));
    }
  });
});
