// The npm tarball of a package. npm gives every file the same time and owner, so the same content has the same digest.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** @returns the file name of the tarball in `output` */
export async function packPackage(root, { directory, bundle }, { manifests, output, stage }) {
  const source = path.join(root, directory);
  const packed = bundle ? await stageBundle(root, { source, bundle }, { manifests, stage }) : source;
  const args = ['pack', packed, '--pack-destination', output, '--ignore-scripts', '--json'];
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const [{ filename }] = JSON.parse(execFileSync('npm', args, options));
  return filename;
}

/** Writes a package that holds the bundled programs. @returns its directory */
async function stageBundle(root, { source, bundle }, { manifests, stage }) {
  mkdirSync(stage, { recursive: true });
  const imported = await bundlePrograms(root, { bundle, names: manifests.map(({ name }) => name), stage });
  const own = manifests.find(({ file }) => path.join(root, path.dirname(file)) === source);
  const { name, version, description, license, repository, engines } = own;
  const bin = Object.fromEntries(Object.keys(bundle).map((program) => [program, `bin/${program}.mjs`]));
  for (const file of Object.values(bin)) chmodSync(path.join(stage, file), 0o755);
  const dependencies = Object.fromEntries(imported.map((one) => [one, versionOf(one, manifests)]));
  const manifest = { name, version, description, license, repository, type: 'module', bin, engines, dependencies };
  writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  if (existsSync(path.join(source, 'README.md'))) cpSync(path.join(source, 'README.md'), path.join(stage, 'README.md'));
  return stage;
}

/** Packages of the workspace (`names`) become part of the bundle. @returns the other packages that it imports, sorted */
async function bundlePrograms(root, { bundle, names, stage }) {
  const { rolldown } = await import('rolldown');
  const isOurs = (id) => names.some((name) => id === name || id.startsWith(`${name}/`));
  const isExternal = (id) => !id.startsWith('.') && !path.isAbsolute(id) && !isOurs(id);
  const input = Object.fromEntries(Object.entries(bundle).map(([program, file]) => [program, path.join(root, file)]));
  const built = await rolldown({ cwd: root, input, platform: 'node', external: isExternal, logLevel: 'warn' });
  const { output } = await built.write({
    dir: stage,
    format: 'esm',
    entryFileNames: 'bin/[name].mjs',
    chunkFileNames: 'dist/[name]-[hash].mjs',
  });
  await built.close();
  const own = new Set(output.map(({ fileName }) => fileName));
  const imports = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  return [...new Set(imports.filter((id) => !own.has(id) && !isBuiltin(id)).map(packageOf))].sort();
}

const packageOf = (id) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

function versionOf(name, manifests) {
  const version = manifests.map(({ dependencies }) => dependencies?.[name]).find(Boolean);
  if (!version) throw new Error(`a bundle imports ${name}, which is a dependency of no package of the workspace`);
  return version;
}
