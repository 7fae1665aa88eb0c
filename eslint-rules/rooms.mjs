import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suffixes } from '../scripts/tiers/tiers.mjs';

const isTestFile = new RegExp(`\\.(${Object.values(suffixes).join('|')})\\.tsx?$`);

/**
 * A package is a tree of folders: none holds more files than a reader takes in at a glance, and none imports a folder
 * that imports it, directly or through others. A loose file of `src/` counts as a folder of its own.
 */
export const rooms = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { maxFiles: { type: 'integer' } }, additionalProperties: false }],
    messages: {
      upward: '{{from}} imports {{to}}, which imports {{from}} again: {{circle}}.',
      tooManyFiles:
        '{{folder}} holds {{count}} source files; {{max}} at most, so give some of them a folder of their own.',
    },
  },
  create(context) {
    const { maxFiles = 20 } = context.options[0] ?? {};
    const source = sourceOf(context.filename);
    if (!source) return {};
    const file = path.relative(source, context.filename);
    return {
      Program(node) {
        const siblings = filesOf(source).filter((name) => path.dirname(name) === path.dirname(file));
        if (siblings.length <= maxFiles || siblings[0] !== file) return;
        const folder = path.join(path.basename(path.dirname(source)), 'src', path.dirname(file));
        context.report({ node, messageId: 'tooManyFiles', data: { folder, count: siblings.length, max: maxFiles } });
      },
      'ImportDeclaration, ExportNamedDeclaration[source], ImportExpression'({ source: specifier }) {
        if (typeof specifier.value !== 'string' || !specifier.value.startsWith('.')) return;
        const [from, to] = [roomOf(file), roomOf(resolve(file, specifier.value))];
        const circle = from === to ? undefined : findPath(importsOf(source), to, from);
        if (circle)
          context.report({
            node: specifier,
            messageId: 'upward',
            data: { from, to, circle: [from, ...circle].join(' → ') },
          });
      },
    };
  },
};

/** `src` of the package that a file belongs to; specs are outside of the picture. */
function sourceOf(filename) {
  if (isTestFile.test(filename)) return undefined;
  return /^(.*\/(?:apps|libs)\/[^/]+\/src)\//.exec(filename.replaceAll(path.sep, '/'))?.[1];
}

const resolve = (file, specifier) => path.normalize(path.join(path.dirname(file), specifier)).replace(/\.js$/, '.ts');

const roomOf = (file) => (file.includes('/') ? path.dirname(file) : file.replace(/\.tsx?$/, ''));

const files = new Map();
function filesOf(source) {
  if (!files.has(source)) {
    const names = readdirSync(source, { recursive: true });
    files.set(source, names.filter((name) => sourceOf(path.join(source, name)) && /\.tsx?$/.test(name)).sort());
  }
  return files.get(source);
}

/** Which folders each folder imports, read once for each package. */
const imports = new Map();
function importsOf(source) {
  if (!imports.has(source)) imports.set(source, readImports(source));
  return imports.get(source);
}

function readImports(source) {
  const graph = new Map();
  for (const file of filesOf(source)) {
    const targets = graph.get(roomOf(file)) ?? new Set();
    graph.set(roomOf(file), targets);
    const text = readFileSync(path.join(source, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g))
      targets.add(roomOf(resolve(file, specifier)));
  }
  return graph;
}

/** The folders on a way along the imports, both ends with it; undefined when there is no way. */
function findPath(graph, from, to) {
  const before = new Map([[from, undefined]]);
  for (const room of before.keys()) {
    if (room === to) return pathBack(before, to);
    for (const next of graph.get(room) ?? []) if (!before.has(next)) before.set(next, room);
  }
  return undefined;
}

function pathBack(before, end) {
  const steps = [];
  for (let room = end; room !== undefined; room = before.get(room)) steps.unshift(room);
  return steps;
}
