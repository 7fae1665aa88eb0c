import { isObject } from '@tributary/contracts/rules/json/json-object';

const maxPasses = 16;

/** The names of properties that a schema marks with `"x-sensitive": true`, at any place of it. */
export function sensitiveProperties(schema: unknown): (property: string) => boolean {
  const names = new Set<string>();
  let all = isSensitive(schema);
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isObject(part)) return;
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = part;
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
      if (refersTo(member)) names.add(name);
    // A pattern, or what no name is given for: none of the others is shown.
    const others = [
      additionalProperties,
      unevaluatedProperties,
      ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
    ];
    all ||= others.some(refersTo);
    Object.values(part).forEach(visit);
  };
  /** Whether a part that is referred to is sensitive. */
  const referred = new Set<string>();
  const collect = (part: unknown, place: string): void => {
    if (typeof part !== 'object' || part === null) return;
    if (refersTo(part)) referred.add(`#${place}`);
    if (refersTo(part) && isObject(part) && typeof part['$anchor'] === 'string') referred.add(`#${part['$anchor']}`);
    for (const [name, member] of Object.entries(part)) collect(member, `${place}/${escaped(name)}`);
  };
  const refersTo = (part: unknown): boolean =>
    Array.isArray(part)
      ? part.some(refersTo)
      : isObject(part) &&
        (isSensitive(part) ||
          (typeof part['$ref'] === 'string' && referred.has(decodeURIComponent(part['$ref']))) ||
          ['allOf', 'anyOf', 'oneOf'].some((keyword) => refersTo(part[keyword])));
  // A reference may lead to another one. Where they lead too far, no property is shown.
  let known = -1;
  for (let pass = 0; known < referred.size && pass < maxPasses; pass += 1) {
    known = referred.size;
    collect(schema, '');
  }
  all ||= known < referred.size;
  visit(schema);
  return (property) => all || names.has(property);
}

/** A name as a part of a JSON Pointer. */
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isSensitive = (part: unknown): boolean => isObject(part) && part['x-sensitive'] === true;
