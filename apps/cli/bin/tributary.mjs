#!/usr/bin/env node
// The published command: the commands of bin/tributary.mjs that call a platform, without the services.
// scripts/release bundles it with the packages of this repository.
import { hasVerb, listVerbs, readVersion, runVerb, suggestVerb } from '../dist/main.js';

const [name, ...args] = process.argv.slice(2);
if (hasVerb(name ?? '')) await runVerb(name, args);
else if (name === '--version' || name === '-V') process.stdout.write(`${readVersion()}\n`);
else if (name === '--help' || name === '-h' || name === 'help') process.stdout.write(await usage());
else {
  const problem = name === undefined ? '' : `unknown command "${name}"\n${suggestVerb(name)}\n`;
  process.stderr.write(`${problem}${await usage()}`);
  process.exitCode = 2;
}

async function usage() {
  const list = (await listVerbs()).map(([each, what]) => `  ${each.padEnd(20)}${what}`).join('\n');
  return `usage: tributary <command> [...]

${list}

tributary <command> --help shows options and examples.
`;
}
