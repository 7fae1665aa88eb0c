import { isObject } from '@tributary/contracts/rules/json/json-object';

/** The part of a schema that a reference names: a JSON Pointer or an anchor; undefined if there is none. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  const fragment = decoded(reference.slice(1));
  if (fragment === undefined) return undefined;
  if (!fragment.startsWith('/')) return findAnchor(root, fragment);
  let part = root;
  for (const token of fragment.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(part)) part = (part as unknown[])[Number(name)];
    else if (isObject(part) && Object.hasOwn(part, name)) part = part[name];
    else return undefined;
  }
  return part;
}

function findAnchor(root: unknown, anchor: string): unknown {
  if (Array.isArray(root)) return root.map((part) => findAnchor(part, anchor)).find((part) => part !== undefined);
  if (!isObject(root)) return undefined;
  if (root['$anchor'] === anchor) return root;
  return findAnchor(Object.values(root), anchor);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
