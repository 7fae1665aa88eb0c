import { testingConfig } from '@tributary/testing/config';
import { freePorts } from '@tributary/testing/free-ports';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeCommand, repository, succeed } from './compose-command.js';
import { productImage } from './compose-image.js';

/** docker-compose.yml as a new project, with its own secrets and ports, and with the stores' ports published. */
export interface ComposeProject {
  /** The Compose command with its options. Append a subcommand. */
  compose: string[];
  /** Published ports on this machine. */
  ports: { gateway: number; postgres: number; prometheus: number };
  secrets: ReadonlyMap<string, string>;
  /** Removes the containers, networks, volumes and secrets. */
  remove: () => Promise<void>;
}

/** Creates the secrets, and builds the image unless one is set. It starts nothing. */
export async function prepareProject(): Promise<ComposeProject> {
  const command = await composeCommand();
  const [gateway = 0, postgres = 0, prometheus = 0, kafka = 0] = await freePorts(4);
  const settings = Object.entries({
    GATEWAY_PORT: gateway,
    POSTGRES_PORT: postgres,
    PROMETHEUS_PORT: prometheus,
    KAFKA_PORT: kafka,
    ...(await images()),
    // The journeys read the metadata of the product's own database.
    WAREHOUSE_ALLOWED_HOSTS: 'postgres',
  });
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-compose-'));
  const envFile = path.join(directory, '.env');
  await succeed([process.execPath, 'scripts/make-env.mjs', envFile]);
  const compose = [
    'env',
    ...settings.map(([name, value]) => `${name}=${value}`),
    ...command,
    '--env-file',
    envFile,
    '-p',
    `tributary-e2e-${randomBytes(4).toString('hex')}`,
    '--profile',
    'observability',
    '-f',
    'docker-compose.yml',
    '-f',
    'docker-compose.dev.yml',
  ];
  const remove = removeOnExit(compose, directory);
  return { compose, ports: { gateway, postgres, prometheus }, secrets: await readSecrets(envFile), remove };
}

async function images(): Promise<Record<string, string>> {
  const { KAFKA_IMAGE, POSTGRES_IMAGE, PROMETHEUS_IMAGE } = testingConfig();
  return { TRIBUTARY_IMAGE: await productImage(), KAFKA_IMAGE, POSTGRES_IMAGE, PROMETHEUS_IMAGE };
}

async function readSecrets(envFile: string): Promise<Map<string, string>> {
  const lines = (await readFile(envFile, 'utf8')).matchAll(/^([A-Z_]+)=(.*)$/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

/**
 * Removes everything when the returned function is called, or when this process ends for any reason. A shell in its own
 * process group waits until this process closes a pipe.
 */
function removeOnExit(compose: string[], directory: string): () => Promise<void> {
  const script = 'cat >/dev/null; "$@" down --volumes --timeout 1; rm -r "$0"';
  const child = spawn('sh', ['-c', script, directory, ...compose], {
    cwd: repository,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const removed = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return () => {
    child.stdin.end();
    return removed;
  };
}
