import { describe, expect, it } from '@jest/globals';
import { PluginVersionInput } from './plugin.js';

const problemsOf = (property_type: string, value: unknown) => {
  const plugin_properties = [{ technical_name: 'x', property_type, value }];
  const { error } = PluginVersionInput.safeParse({ version_id: '1.0.0', plugin_properties });
  return error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`) ?? [];
};

describe('the value of a property', () => {
  it.each<[string, unknown]>([
    ['STRING', { value: '' }],
    ['STRING', { value: 'a', note: 1 }],
    ['URL', { url: 'https://shop.example.com' }],
    ['INT', { value: -5 }],
    ['DOUBLE', { value: 1.5 }],
    ['BOOLEAN', { value: false }],
    ['DATA_FILE', { uri: 'tributary://model', last_modified: 1 }],
    ['INT', null],
    ['DATA_FILE', null],
    ['PIXEL_TAG', 'anything'],
    ['NATIVE_TITLE', [1]],
  ])('of the type %s may be %j', (type, value) => expect(problemsOf(type, value)).toEqual([]));

  it.each<[string, unknown, string]>([
    ['STRING', 'bare', 'value: must be an object with a text as value'],
    ['STRING', { value: 5 }, 'value.value: must be a text'],
    ['STRING', {}, 'value.value: must be a text'],
    ['URL', { value: 'https://shop.example.com' }, 'value.url: must be a text'],
    ['URL', 5, 'value: must be an object with a url'],
    ['INT', { value: '5' }, 'value.value: must be an integer'],
    ['INT', { value: 1.5 }, 'value.value: must be an integer'],
    ['DOUBLE', { value: '1.5' }, 'value.value: must be a number'],
    ['BOOLEAN', { value: 'true' }, 'value.value: must be true or false'],
    ['DATA_FILE', { url: 'x' }, 'value.uri: must be a text'],
  ])('of the type %s cannot be %j', (type, value, problem) => expect(problemsOf(type, value)).toEqual([problem]));
});
