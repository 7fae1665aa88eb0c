import type { z } from 'zod';

/** No field that people see as a name may take one of these. */
const hostileNames = [
  'a\u001b[2Jb',
  'a\nb',
  'a\u007fb',
  'a\u0085b',
  'a\u202eb',
  'a\u2066b',
  'a\u200fb',
  'a\u061cb',
  'a@b\u202e',
  ' ',
  '\u200b\u2060',
];

/** Any JSON value may be there: there is no text to look for. */
const anything = new Set(['unknown', 'any']);

/** The path of every field of a body that takes a hostile name as it is: `sections[].title`. */
export function freeTexts(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (anything.has(def.type)) return [];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => freeTexts(field, path ? `${path}.${key}` : key));
    case 'array':
      return freeTexts(def.element, `${path}[]`);
    case 'record':
      return freeTexts(def.valueType, `${path}{}`);
    case 'union':
      return [...new Set(def.options.flatMap((option) => freeTexts(option, path)))];
    case 'optional':
    case 'nullable':
    case 'default':
      return freeTexts(def.innerType, path);
    case 'pipe':
      // The field of a body is read by the first schema; the second may refuse what the first one takes.
      return accepts(schema) ? [path] : accepts(def.in) ? [] : freeTexts(def.in, path);
    default:
      return accepts(schema) ? [path] : [];
  }
}

const accepts = (schema: z.core.$ZodType): boolean =>
  hostileNames.some((name) => (schema as z.ZodType).safeParse(name).success);
