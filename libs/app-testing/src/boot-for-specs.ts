import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { PublisherLimits } from '@tributary/bus/publishing/publisher';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import type { Caller } from '@tributary/contracts/admin/access';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import type { GatewayKeys, GatewayTrust } from '@tributary/http/signed-header';
import { serviceHeader, signService } from '@tributary/http/service-header';
import { startApp, type CreateApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The keys with which a spec signs as a gateway. */
export const specKeys: GatewayKeys = { privateKey };
/** The trust of an app of that name in a spec. */
export const specTrust = (audience: string): GatewayTrust => ({ audience, publicKeys: [publicKey] });

/** The header of a caller, for one request to an app of a spec. `target` is its path and query. */
export function specCaller(audience: string, caller: Caller, target: string, method = 'GET'): Record<string, string> {
  const { pathname, search } = new URL(target, 'http://app');
  const request = { audience, method: method.toUpperCase(), path: pathname + search };
  return { [callerHeader]: signCaller(caller, request, specKeys) };
}

export interface BootOptions {
  name: string;
  module: (platform: Platform) => DynamicModule;
  /** Handlers in place of other apps. */
  controllers?: Type[];
  /** Directory of dead letters; default a temporary one. */
  directory?: string;
  /** Limits of the bus; default those of the product. */
  limits?: Partial<PublisherLimits>;
}

const createTestingApp: CreateApp = async (module, adapter, options) => {
  const testing = await Test.createTestingModule({ imports: [module] }).compile();
  return testing.createNestApplication(adapter, options);
};

/** For specs: one app's module on its own server, guarded by the caller header, on an in-process bus. */
export async function bootForSpecs({ name, module, controllers = [], directory, limits = {} }: BootOptions) {
  const logger = createLogger(name, 'silent');
  const deadLetterDirectory = path.join(directory ?? mkdtempSync(path.join(tmpdir(), 'tributary-')), 'dead-letters');
  const bus = connectInProcess({ deadLetterDirectory, logger, limits });
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics(name) };
  @Module({ imports: [module(platform)], controllers })
  class SpecModule {}
  const { url, app, stop } = await startApp({
    module: { module: SpecModule },
    create: createTestingApp,
    platform,
    port: 0,
    host: '127.0.0.1',
    extend: (server) => guardByCallerHeader(server, specTrust(name)),
  });
  /** `fetch` as a caller. */
  const as =
    (caller: Caller) =>
    (target: string, { headers, ...init }: RequestInit = {}) =>
      fetch(`${url}${target}`, {
        ...init,
        headers: { ...(headers as Record<string, string>), ...specCaller(name, caller, target, init.method) },
      });
  /** `fetch` as a gateway. */
  const asGateway = (path: string, { headers, method = 'GET', ...init }: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      method,
      headers: {
        ...(headers as Record<string, string>),
        [serviceHeader]: signService({ audience: name, method, path }, specKeys),
      },
    });
  return { url, app, platform, publisher: bus.publisher, deadLetterDirectory, as, asGateway, stop };
}

export type BootedApp = Awaited<ReturnType<typeof bootForSpecs>>;
