import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredProperty } from '../plugins/stored-property.js';
import { effectiveProperties, type OwnProperty } from './effective-properties.js';

const aProperty = (difference: Partial<StoredProperty> = {}): StoredProperty => ({
  technical_name: 'a',
  property_type: 'STRING',
  origin: 'PLUGIN',
  writable: true,
  deletable: false,
  value: { value: 'of the version' },
  ...difference,
});
const own: OwnProperty = { technical_name: 'a', property_type: 'STRING', value: { value: 'own' } };
const { value: _value, ...withoutValue } = aProperty() as StoredProperty & { value: unknown };
const aSecret: StoredProperty = { ...withoutValue, secret: true, sealed_value: 'sealed by the version' };

describe('the effective properties of an analyzer', () => {
  it('have its own value, else that of the version', () => {
    expect(effectiveProperties([aProperty(), aProperty({ technical_name: 'b' })], [own])).toEqual([
      { ...aProperty(), origin: 'INSTANCE', value: { value: 'own' } },
      aProperty({ technical_name: 'b' }),
    ]);
  });

  it('have its own sealed value', () => {
    const sealed: OwnProperty = { technical_name: 'a', property_type: 'STRING', sealed_value: 'own' };
    expect(effectiveProperties([aSecret], [sealed])).toEqual([{ ...aSecret, origin: 'INSTANCE', sealed_value: 'own' }]);
  });

  it.each<[string, StoredProperty, OwnProperty]>([
    ['another type', aProperty({ property_type: 'URL' }), own],
    ['a property that cannot be written', aProperty({ writable: false }), own],
    ['a property that has become a secret', aSecret, own],
    ['a property that was a secret', aProperty(), { technical_name: 'a', property_type: 'STRING', sealed_value: 's' }],
    ['another name', aProperty({ technical_name: 'A' }), own],
  ])('have no own value for %s', (_case, property, value) =>
    expect(effectiveProperties([property], [value])).toEqual([property]),
  );

  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const type = fc.constantFrom('STRING', 'INT');
  const properties = fc.uniqueArray(
    fc.record({
      technical_name: name,
      property_type: type,
      origin: fc.constantFrom('PLUGIN' as const, 'PLUGIN_STATIC' as const),
      writable: fc.boolean(),
      deletable: fc.boolean(),
      value: fc.integer(),
    }),
    { selector: (property) => property.technical_name },
  );
  const values = fc.uniqueArray(fc.record({ technical_name: name, property_type: type, value: fc.integer() }), {
    selector: (value) => value.technical_name,
  });

  it('are those of the version in its order, INSTANCE over PLUGIN over PLUGIN_STATIC', () => {
    let overridden = 0;
    fc.assert(
      fc.property(properties, values, (ofVersion, ofAnalyzer) => {
        const effective = effectiveProperties(ofVersion, ofAnalyzer);
        expect(effective).toHaveLength(ofVersion.length);
        for (const [index, property] of ofVersion.entries()) {
          const value = ofAnalyzer.find(
            ({ technical_name, property_type }) =>
              technical_name === property.technical_name && property_type === property.property_type,
          );
          const expected =
            value && property.writable ? { ...property, origin: 'INSTANCE', value: value.value } : property;
          if (expected !== property) overridden++;
          expect(effective[index]).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
    expect(overridden).toBeGreaterThan(50);
  });
});
