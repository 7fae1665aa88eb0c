import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { loadConfig } from '@tributary/runtime/config';
import { type GatewayTrustConfig, trustOf } from '@tributary/runtime/gateway-keys';
import { fastify } from 'fastify';
import { composeServices, imageEnvironment } from '../../src/deployment/deployment-compose.js';
import { apps, configurations } from '../../src/deployment/deployment-settings.js';
import { repository } from '../../src/deployment/kubernetes-tools.js';

/** The route of a request that a spec sends to a service. */
export const route = '/v1/users';

/** The environments of the seven services of docker-compose.yml, with an environment file of make-env. */
export function deployedEnvironments(more: Record<string, string> = {}): Map<string, Record<string, string>> {
  const values = { ...madeEnvironment(), ...more };
  const valueOf = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, name: string, kind?: string, fallback = '') =>
      String(values[name] ?? (kind === '-' ? fallback : '')),
    );
  const ofImage = [...imageEnvironment()].map(([name, setting]) => [name, 'value' in setting ? setting.value : '']);
  const services = composeServices();
  return new Map(
    apps.map((app) => {
      const own = Object.entries(services[app]?.environment ?? {}).map(([name, text]) => [name, valueOf(String(text))]);
      return [app, Object.fromEntries([...ofImage, ...own]) as Record<string, string>];
    }),
  );
}

function madeEnvironment(): Record<string, string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-keys-'));
  const file = path.join(directory, '.env');
  try {
    execFileSync(process.execPath, [path.join(repository, 'scripts/make-env.mjs'), file], { stdio: 'pipe' });
    const lines = readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
    return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A service that is guarded by what its environment says, and answers with the caller that it has accepted. */
export async function guardedService(app: string, environment: Record<string, string>) {
  const schemas = await configurations();
  const schema = schemas[app];
  if (!schema) throw new Error(`there is no app ${app}`);
  // Files of a container do not exist here.
  const { KAFKA_SSL_CA: _, ...given } = environment;
  const server = fastify();
  guardByCallerHeader(server, trustOf(app, loadConfig(schema, given) as GatewayTrustConfig));
  server.get(route, ({ caller }) => ({ user_id: caller?.user_id }));
  /** Whether it accepts one of these headers of a caller. */
  const accepts = async (headers: Record<string, string>[], target = route) => {
    for (const one of headers) {
      const { statusCode } = await server.inject({ method: 'GET', url: target, headers: one });
      if (statusCode === 200) return true;
    }
    return false;
  };
  return { app, accepts };
}
