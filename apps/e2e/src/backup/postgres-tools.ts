import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineEnvironment, testingConfig } from '@tributary/testing/config';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';

const execute = promisify(execFile);
/** pg_dump must not be older than the server. */
const oldestVersion = 18;

/** pg_dump and pg_restore from PostgreSQL's image, or, without Docker, from this machine. */
export class PostgresTools {
  private constructor(
    private readonly directory: string,
    private readonly container?: StartedTestContainer,
  ) {}

  /**
   * @param directory of the dump files
   * @throws if there are no tools or, with CI set, no Docker
   */
  static async start(directory: string): Promise<PostgresTools> {
    const { POSTGRES_IMAGE, CI } = testingConfig();
    try {
      return new PostgresTools(directory, await toolsContainer(POSTGRES_IMAGE, directory));
    } catch (error) {
      if (CI) throw error;
      await refuseOldTools(error);
      return new PostgresTools(directory);
    }
  }

  /** Dumps the whole database in one snapshot. */
  dump = (databaseUrl: string, file: string) =>
    this.run(['pg_dump', '--format=custom', `--file=${this.pathOf(file)}`, `--dbname=${databaseUrl}`]);

  /** Creates roles and schemas with roles.sh, as on any new server, then restores the dump in one transaction. */
  async restore(file: string, databaseUrl: string): Promise<void> {
    await this.run(['sh', this.container ? rolesMounted : rolesScript], rolesEnvironment(databaseUrl));
    const options = ['--clean', '--if-exists', '--single-transaction', `--dbname=${databaseUrl}`];
    await this.run(['pg_restore', ...options, this.pathOf(file)]);
  }

  async stop(): Promise<void> {
    await this.container?.stop();
  }

  private pathOf = (file: string) => path.join(this.container ? mounted : this.directory, file);

  private async run([program = '', ...args]: string[], env: Record<string, string> = {}): Promise<void> {
    if (!this.container) {
      await execute(program, args, { env: { ...machineEnvironment(), ...env } });
      return;
    }
    const { exitCode, output } = await this.container.exec([program, ...args], { env });
    if (exitCode !== 0) throw new Error(`${program} exits with ${exitCode}: ${output}`);
  }
}

const rolesScript = path.join(import.meta.dirname, '../../../../deploy/postgres/roles.sh');
const rolesMounted = '/roles.sh';
const mounted = '/backup';

const toolsContainer = (image: string, directory: string) =>
  new GenericContainer(image)
    .withEntrypoint(['sleep'])
    .withCommand(['infinity'])
    // The servers listen on this machine's ports.
    .withNetworkMode('host')
    .withBindMounts([
      { source: directory, target: mounted },
      { source: rolesScript, target: rolesMounted, mode: 'ro' },
    ])
    .start();

/** The variables that roles.sh expects: those of PostgreSQL's image, and the address of the server. */
function rolesEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const passwords = ['ACTIVITY_ANALYSIS', 'ADMIN', 'TRACKING_INGEST', 'IMPORT_WORKER', 'WAREHOUSE_METADATA'].map(
    (app) => [`${app}_DATABASE_PASSWORD`, 'suite-password'] as const,
  );
  return {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGPASSWORD: password,
    POSTGRES_USER: username,
    POSTGRES_DB: pathname.slice(1),
    ...Object.fromEntries(passwords),
  };
}

async function refuseOldTools(whyNotDocker: unknown): Promise<void> {
  const { stdout } = await execute('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  if (Number(/\d+/.exec(stdout)?.[0]) >= oldestVersion) return;
  throw new Error(`This suite needs Docker, or pg_dump ${oldestVersion} or later: ${String(whyNotDocker)}`);
}
