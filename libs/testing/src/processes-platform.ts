import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from './kafka-ports.js';
import { startFleet, type FleetStores, type Kept } from './processes-fleet.js';
import { newToken, programOf, type AppName } from './processes-program.js';
import { AppProcess, withLogs } from './processes.js';

export type { Kept } from './processes-fleet.js';
export type { AppName } from './processes-program.js';

/** Six processes on servers; `settings` are for all of them, beside those that they need. */
export interface Distributed {
  shape: 'distributed';
  stores: FleetStores;
  settings?: Record<string, string>;
  kept?: Kept;
}

export type PlatformShape = Distributed | { shape: 'embedded'; dataDirectory?: string };

/** The running product: where it answers, who may call it, and its processes to be broken. */
export interface Platform {
  url: string;
  /** API token of the first administrator. */
  token: string;
  /** @throws when there is no such process in this shape. */
  process(name: AppName): AppProcess;
  /** The error, with the last output of every process. */
  explain(error: unknown): Error;
  /** Ends all processes; their output stays in a temporary directory. */
  stop(): Promise<void>;
}

/** Starts the product in one of its shapes; resolves when every process is ready. */
export async function startPlatform(shape: PlatformShape): Promise<Platform> {
  if (shape.shape === 'distributed') return startFleet(shape.stores, givenTo(shape));
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
  return startEmbedded(directory, shape.dataDirectory ?? path.join(directory, 'data'));
}

const givenTo = ({ settings, kept }: Distributed): Partial<Kept> => ({
  ...kept,
  settings: { ...kept?.settings, ...settings },
});

/** The embedded product, not yet started: as `npm start` runs it, on the given data. */
export async function embeddedProcess(directory: string, dataDirectory: string, token: string): Promise<AppProcess> {
  const [port] = await freePorts(1);
  const env = { PORT: String(port), DATA_DIR: dataDirectory, BOOTSTRAP_API_TOKEN: token };
  const standalone = { ...programOf('standalone', env, directory), embeddedData: dataDirectory };
  return new AppProcess(standalone, `http://127.0.0.1:${port}`);
}

async function startEmbedded(directory: string, dataDirectory: string): Promise<Platform> {
  const token = newToken();
  const standalone = await embeddedProcess(directory, dataDirectory, token);
  await standalone.start().catch(async (error: unknown) => {
    await standalone.stop();
    throw error;
  });
  return {
    ...{ url: standalone.url ?? '', token },
    process: (name) => {
      if (name !== 'standalone') throw new Error(`there is no process "${name}" in this shape`);
      return standalone;
    },
    explain: (error) => withLogs([standalone], error),
    stop: () => standalone.stop(),
  };
}
