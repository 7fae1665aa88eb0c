import { describe, expect, it } from '@jest/globals';
import { timeZones } from './zone.js';

describe('timeZones', () => {
  it('begins with UTC, which browsers leave out', () => expect(timeZones()[0]).toBe('UTC'));
  it('has the zones of the browser', () => expect(timeZones()).toContain('Europe/Paris'));
  it('has the zone that the datamart has', () => expect(timeZones('Etc/GMT+5')).toContain('Etc/GMT+5'));
  it('has none twice', () => expect(new Set(timeZones('UTC')).size).toBe(timeZones('UTC').length));
});
