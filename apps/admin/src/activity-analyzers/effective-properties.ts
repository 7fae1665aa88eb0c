import type { AnalyzerProperty } from '@tributary/contracts/admin/plugins/activity-analyzer';
import type { StoredProperty, StoredValue } from '../plugins/stored-property.js';

/** A value that an analyzer has for a property of its version. */
export type OwnProperty = Pick<StoredProperty, 'technical_name' | 'property_type'> & StoredValue;

/** A property with the value that counts. */
export type EffectiveProperty = Omit<AnalyzerProperty, 'value'> & StoredValue;

/**
 * The properties of a version, with the own values of an analyzer in place of those of the version. An analyzer that got
 * another version may have values that this version does not know, or knows as another type: they do not count. A secret
 * stays one: a value from before does not become readable because the version says so.
 */
export function effectiveProperties(
  ofVersion: readonly StoredProperty[],
  own: readonly OwnProperty[],
): EffectiveProperty[] {
  const byName = new Map(own.map((property) => [property.technical_name, property]));
  return ofVersion.map((property) => {
    const value = byName.get(property.technical_name);
    return value && isValueOf(value, property) ? withOwnValue(property, value) : property;
  });
}

const isValueOf = (own: OwnProperty, property: StoredProperty) =>
  property.writable &&
  own.property_type === property.property_type &&
  'sealed_value' in own === (property.secret === true);

function withOwnValue(property: StoredProperty, own: OwnProperty): EffectiveProperty {
  const { technical_name, property_type, writable, deletable, secret } = property;
  const origin = 'INSTANCE' as const;
  const common = { technical_name, property_type, origin, writable, deletable, ...(secret && { secret }) };
  return 'sealed_value' in own ? { ...common, sealed_value: own.sealed_value } : { ...common, value: own.value };
}
