import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../free-ports.js';
import { startFleet, type FleetStores, type FleetState } from './processes-fleet.js';
import { newToken, programOf } from './processes-program.js';
import type { Platform } from './platform.js';
import { AppProcess, withLogs } from './processes.js';

export type { FleetState } from './processes-fleet.js';
export type { AppName } from './processes-program.js';

/** Seven processes on `stores`. All of them get `settings` in addition to those that they need. */
export interface Distributed {
  shape: 'distributed';
  stores: FleetStores;
  settings?: Record<string, string>;
  state?: FleetState;
}

export interface Embedded {
  shape: 'embedded';
  dataDirectory?: string;
  settings?: Record<string, string>;
  /** The token of the first start on that data. Default: a new one. */
  token?: string;
  /** A built checkout of another version, whose program runs. */
  tree?: string;
}

export type PlatformShape = Distributed | Embedded;

/** Starts the product in one of its shapes. Resolves when every process is ready. */
export async function startPlatform(shape: PlatformShape): Promise<Platform> {
  if (shape.shape === 'distributed') return startFleet(shape.stores, stateOf(shape));
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
  return startEmbedded(directory, shape.dataDirectory ?? path.join(directory, 'data'), shape);
}

const stateOf = ({ settings, state }: Distributed): Partial<FleetState> => ({
  ...state,
  settings: { ...state?.settings, ...settings },
});

/** The embedded product as `npm start` runs it, on the given data, not yet started. */
export async function embeddedProcess(
  directory: string,
  dataDirectory: string,
  token: string,
  { settings = {}, tree }: Pick<Embedded, 'settings' | 'tree'> = {},
): Promise<AppProcess> {
  const { PORT: port = String((await freePorts(1))[0]) } = settings;
  const env = { DATA_DIR: dataDirectory, BOOTSTRAP_API_TOKEN: token, ...settings, PORT: port };
  const standalone = { ...programOf('standalone', env, directory, { tree }), embeddedData: dataDirectory };
  return new AppProcess(standalone, `http://127.0.0.1:${port}`);
}

async function startEmbedded(
  directory: string,
  dataDirectory: string,
  { token = newToken(), ...more }: Embedded,
): Promise<Platform> {
  const standalone = await embeddedProcess(directory, dataDirectory, token, more);
  await standalone.start().catch(async (error: unknown) => {
    await standalone.stop();
    throw error;
  });
  return {
    url: standalone.url ?? '',
    token,
    process: (name) => {
      if (name !== 'standalone') throw new Error(`there is no process "${name}" in this shape`);
      return standalone;
    },
    explain: (error) => withLogs([standalone], error),
    stop: () => standalone.stop(),
  };
}
