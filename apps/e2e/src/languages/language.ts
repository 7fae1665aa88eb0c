import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mavenJars } from '@tributary/testing/maven-jars';
import { runProgram } from './run-program.js';

/** The files of a page as they are, and with a wrong signature: its HMAC key is not the text of the key. */
export const variants = ['right', 'wrong'] as const;
export type Variant = (typeof variants)[number];

/** How to run the files of a page. */
export interface Language {
  name: string;
  /** In docs/clients. */
  page: string;
  driver: string;
  example: string;
  /** The expression of the HMAC key, and the one that the variant `wrong` has instead. */
  key: [right: string, wrong: string];
  /** The command that runs a file of a variant. The working directory has a directory for each variant. */
  command: (variant: Variant, file: string) => string[];
  /** Called once, with both variants written. */
  compile?: (directory: string) => Promise<void>;
}

const kotlin = '2.4.21';
/** For programs that run once: less is compiled, on one core. */
const quickJvm = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export const languages: Language[] = [
  {
    name: 'Python',
    page: 'python.md',
    driver: 'driver.py',
    example: 'example.py',
    key: ['secret_key.encode("ascii")', 'bytes.fromhex(secret_key)'],
    command: (variant, file) => ['python3', path.join(variant, file)],
  },
  {
    name: 'PHP',
    page: 'php.md',
    driver: 'driver.php',
    example: 'example.php',
    key: ['$secretKey, true)', 'hex2bin($secretKey), true)'],
    command: (variant, file) => ['php', path.join(variant, file)],
  },
  {
    name: 'Kotlin',
    page: 'kotlin.md',
    driver: 'Driver.kt',
    example: 'Example.kt',
    key: ['secretKey.toByteArray(Charsets.US_ASCII)', 'java.util.HexFormat.of().parseHex(secretKey)'],
    command: (variant, file) => ['java', ...quickJvm, '-cp', 'out:jars/*', `${variant}.${file.replace('.kt', 'Kt')}`],
    compile: compileKotlin,
  },
];

/** The compiler starts slowly, so it compiles both variants at once, each in a package of its own. */
async function compileKotlin(directory: string): Promise<void> {
  await symlink(
    await mavenJars(`kotlin-${kotlin}`, path.join(import.meta.dirname, 'kotlin-jars.sha256')),
    path.join(directory, 'jars'),
  );
  for (const variant of variants)
    for (const name of await readdir(path.join(directory, variant))) {
      const file = path.join(directory, variant, name);
      await writeFile(file, `package ${variant}\n\n${await readFile(file, 'utf8')}`);
    }
  const classPath = `jars/kotlin-stdlib-${kotlin}.jar:jars/json-20260814.jar`;
  const compiler = [
    'java',
    ...quickJvm,
    '-cp',
    'jars/*',
    'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
    '-no-stdlib',
    '-no-reflect',
  ];
  await runProgram([...compiler, '-cp', classPath, '-d', 'out', ...variants], { directory });
}
