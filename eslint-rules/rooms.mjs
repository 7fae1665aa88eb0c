import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suffixes } from '../scripts/tiers/tiers.mjs';

const isTestFile = new RegExp(`\\.(${Object.values(suffixes).join('|')})\\.tsx?$`);

/**
 * A package is a tree of folders: none holds more source files, or more test files, than a reader takes in at a glance,
 * and no folder imports one that imports it, directly or through others. A loose file of `src/` counts as a folder of its
 * own. All files below `test/` are test files.
 */
export const rooms = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { maxFiles: { type: 'integer' } }, additionalProperties: false }],
    messages: {
      upward: '{{from}} imports {{to}}, which imports {{from}} again: {{circle}}.',
      tooManyFiles:
        '{{folder}} holds {{count}} {{kind}} files; {{max}} at most, so give some of them a folder of their own.',
    },
  },
  create(context) {
    const { maxFiles = 20 } = context.options[0] ?? {};
    const countFiles = {
      Program(node) {
        const [kind, package_] = kindOf(context.filename);
        const directory = path.dirname(context.filename);
        const siblings = kind ? siblingsIn(directory, kind) : [];
        if (siblings.length <= maxFiles || siblings[0] !== path.basename(context.filename)) return;
        const folder = path.relative(path.dirname(package_), directory);
        const data = { folder, kind, count: siblings.length, max: maxFiles };
        context.report({ node, messageId: 'tooManyFiles', data });
      },
    };
    const source = sourceOf(context.filename);
    if (!source) return countFiles;
    const file = path.relative(source, context.filename);
    return {
      ...countFiles,
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

/** Whether a file is a source or a test file, and the package that it belongs to. */
function kindOf(filename) {
  const [, package_, folder] =
    /^(.*\/(?:apps|libs)\/[^/]+)\/(src|test)\//.exec(filename.replaceAll(path.sep, '/')) ?? [];
  if (!folder) return [];
  return [folder === 'test' || isTestFile.test(filename) ? 'test' : 'source', package_];
}

const siblingsIn = (directory, kind) =>
  readdirSync(directory)
    .filter((name) => /\.tsx?$/.test(name) && kindOf(path.join(directory, name))[0] === kind)
    .sort();

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
