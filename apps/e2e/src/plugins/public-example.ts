import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { installedTools } from '@tributary/testing/installed-tools';
import { AppProcess } from '@tributary/testing/processes/processes';
import ts from 'typescript';
import type { WorkerCredentials } from '../client/plugins.js';
import type { ExamplePlugin } from './example-plugin.js';

const source = path.join(import.meta.dirname, 'public-example');
/** The options of the example's tsconfig.json that decide about the output. */
const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2015 };

/** The versions of the public SDK, as libs/testing/plugin-sdks names them. */
const sdkPackages = ['plugins-sdk-0.17', 'plugins-sdk-0.28'] as const;
type SdkPackage = (typeof sdkPackages)[number];

/** Lets programs in the directory import the SDK under its own name. */
export async function installSdk(directory: string, sdk: SdkPackage): Promise<void> {
  const scope = path.join(directory, 'node_modules/@mediarithmics');
  await mkdir(scope, { recursive: true });
  const installed = path.join(await installedTools('plugin-sdks'), 'node_modules', sdk);
  await symlink(installed, path.join(scope, 'plugins-nodejs-sdk'));
}

/** Compiles the public example of the SDK into the directory. @returns the program. */
async function buildExample(directory: string, sdk: SdkPackage): Promise<string> {
  await installSdk(directory, sdk);
  for (const module of ['index', 'MyPluginImpl']) {
    const text = await readFile(path.join(source, `${module}.ts.txt`), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    await writeFile(path.join(directory, `${module}.js`), outputText);
  }
  return path.join(directory, 'index.js');
}

/** Runs a plugin of the SDK with its five variables. Resolves when it is up. */
async function startSdkPlugin(
  program: string,
  { gatewayUrl, port, worker }: { gatewayUrl: string; port: number; worker: WorkerCredentials },
): Promise<AppProcess> {
  const gateway = new URL(gatewayUrl);
  const env = {
    GATEWAY_HOST: gateway.hostname,
    GATEWAY_PORT: gateway.port,
    PLUGIN_WORKER_ID: worker.worker_id,
    PLUGIN_AUTHENTICATION_TOKEN: worker.authentication_token,
    PLUGIN_PORT: String(port),
  };
  const plugin = new AppProcess({ name: 'plugin', args: [program], env, logDirectory: path.dirname(program) });
  plugin.launch();
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/v1/status`)).status).toBe(200));
  return plugin;
}

/** The example of the public SDK, unmodified, with each version. */
export const sdkExamples: ExamplePlugin[] = sdkPackages.map((sdk) => ({
  name: `the public example with ${sdk}`,
  start: async ({ directory, ...setting }) => startSdkPlugin(await buildExample(directory, sdk), setting),
}));
