// Writes the clients of docs/clients as packages that can be published: node scripts/package-clients.mjs [directory]
// The code is that of the pages, which specs run; the package files are in scripts/clients.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const vectors = 'apps/gateway/test/fixtures/signing-vectors.json';

/** Each package: its page, the file of it that is the client, and where all files go. */
const packages = {
  python: {
    client: 'tributary.py',
    to: 'src/tributary.py',
    files: { 'pyproject.toml': 'pyproject.toml', 'test_vectors.py': 'tests/test_vectors.py' },
    vectors: 'tests/signing-vectors.json',
  },
  php: {
    client: 'tributary.php',
    to: 'src/tributary.php',
    files: { 'composer.json': 'composer.json', 'vectors.php': 'tests/vectors.php' },
    vectors: 'tests/signing-vectors.json',
  },
  kotlin: {
    client: 'Tributary.kt',
    to: 'src/main/kotlin/tributary/Tributary.kt',
    files: { 'pom.xml': 'pom.xml', 'VectorsTest.kt': 'src/test/kotlin/tributary/VectorsTest.kt' },
    vectors: 'src/test/resources/signing-vectors.json',
    // Without a package, no class of a named package could import it.
    prefix: 'package tributary\n\n',
  },
};

/**
 * @param directory is replaced
 * @returns the directory of each package by its language
 */
export async function packageClients(directory) {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await rm(directory, { recursive: true, force: true });
  const written = {};
  for (const [language, { client, to, files, vectors: target, prefix = '' }] of Object.entries(packages)) {
    written[language] = path.join(directory, language);
    const put = async (name, text) => {
      const file = path.join(written[language], name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    };
    const page = await readFile(path.join(root, `docs/clients/${language}.md`), 'utf8');
    await put(to, prefix + fileOf(page, client));
    // A link to another page of the documents leads nowhere from a registry.
    await put('README.md', page.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1'));
    await put(target, await readFile(path.join(root, vectors), 'utf8'));
    for (const [name, place] of Object.entries(files)) {
      const text = await readFile(path.join(root, 'scripts/clients', language, name), 'utf8');
      await put(place, text.replace('0.0.0', version));
    }
  }
  return written;
}

/** The code block that begins with a comment with the file's name. */
function fileOf(page, name) {
  const blocks = [...page.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block]) => block);
  const found = blocks.find((block) => block.replace('<?php\n', '').split('\n')[0].endsWith(` ${name}`));
  if (found === undefined) throw new Error(`no block is the file ${name}`);
  return found;
}

if (import.meta.main) {
  const written = await packageClients(path.resolve(process.argv[2] ?? '.release/clients'));
  for (const [language, directory] of Object.entries(written)) process.stdout.write(`${language}: ${directory}\n`);
}
