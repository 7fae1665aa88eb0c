import { isDeepStrictEqual } from 'node:util';
import { hiddenValue, type PluginProperty } from '@tributary/contracts/admin/plugins/plugin';
import type { SecretsKeyring } from '@tributary/security/secrets-keyring';

type Value = PluginProperty['value'];

/** The value of a property as the database holds it: that of a secret one is sealed. */
export type StoredValue = { value: Value } | { sealed_value: string };

/** A property of a version as the database holds it. */
export type StoredProperty = Omit<PluginProperty, 'value'> & StoredValue;

/** Seals values for one owner. They open only with the same context. */
interface Sealer {
  seal: (value: Value) => string;
  open: (sealed: string) => Value;
}

export function sealerOf(keyring: SecretsKeyring, context: string): Sealer {
  return {
    seal: (value) => keyring.seal(JSON.stringify(value), context),
    open: (sealed) => JSON.parse(keyring.open(sealed, context)) as Value,
  };
}

/** The context in which the secret properties of the versions of a plugin are sealed. */
export const versionSecretContext = (plugin_id: string) => `plugin_property/${plugin_id}`;

/** The context in which the own secrets of an analyzer are sealed. */
export const analyzerSecretContext = (analyzer_id: string) => `analyzer_property/${analyzer_id}`;

/** The property as people read it. */
export function shownProperty(stored: StoredProperty): PluginProperty {
  if (!('sealed_value' in stored)) return stored;
  const { sealed_value, ...property } = stored;
  return { ...property, value: sealed_value && hiddenValue };
}

/** Seals what is secret. A hidden value, which people have read, stands for the secret that the version has. */
export function storedProperties(
  given: PluginProperty[],
  current: StoredProperty[],
  { seal }: Sealer,
): StoredProperty[] {
  return given.map((property) => {
    if (!property.secret) return property;
    const known = isHidden(property.value) ? sealedValueOf(current, property.technical_name) : undefined;
    const { value, ...rest } = property;
    return { ...rest, sealed_value: known ?? seal(value) };
  });
}

/** Whether both are the same once they are opened. A seal is another one each time. */
export function hasSameProperties(one: StoredProperty[], other: StoredProperty[], { open }: Sealer): boolean {
  const opened = (properties: StoredProperty[]) =>
    properties.map((property) => {
      if (!('sealed_value' in property)) return property;
      const { sealed_value, ...rest } = property;
      return { ...rest, value: open(sealed_value) };
    });
  return isDeepStrictEqual(opened(one), opened(other));
}

export const isHidden = (value: unknown) => isDeepStrictEqual(value, hiddenValue);

function sealedValueOf(properties: StoredProperty[], technical_name: string): string | undefined {
  const found = properties.find((property) => property.technical_name === technical_name);
  return found && 'sealed_value' in found ? found.sealed_value : undefined;
}
