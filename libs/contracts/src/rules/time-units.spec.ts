import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from './time-units.js';

describe('isTimeZone', () => {
  it('knows every zone of the runtime', () =>
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]));

  it.each(['UTC', 'EST', 'MST', 'HST', 'CET', 'PRC', 'EST5EDT', 'Etc/GMT-14', 'Asia/Calcutta', 'europe/paris'])(
    '%s is one',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each(['', 'Mars/Olympus', '+02:00', 'PST', 'AST', 'bst', 'IST', 'SystemV/AST4', 'systemv/pst8pdt', 'Etc/Unknown'])(
    '%j is none',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
