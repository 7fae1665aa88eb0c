import { describe, expect, it } from '@jest/globals';
import { TestingConfig } from '@tributary/testing/config';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface Service {
  image: string;
  environment: Record<string, string>;
  ports: string[];
  healthcheck: { test: string[] };
}

const root = path.join(import.meta.dirname, '../../..');
const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const { services, volumes } = parse(text) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const images = TestingConfig.parse({});

describe('docker-compose.yml', () => {
  it('starts what the end-to-end suites test against, and lets the images be replaced', () => {
    expect(services['kafka']?.image).toBe(`\${KAFKA_IMAGE:-${images.KAFKA_IMAGE}}`);
    expect(services['postgres']?.image).toBe(`\${POSTGRES_IMAGE:-${images.POSTGRES_IMAGE}}`);
  });

  it.each(Object.entries(services))(
    'opens the ports of %s to this machine only, and knows when it is healthy',
    (_name, service) => {
      expect(service.ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
      expect(service.healthcheck.test.length).toBeGreaterThan(1);
    },
  );

  it('advertises the port of Kafka that it opens', () => {
    const port = '${KAFKA_PORT:-9092}';
    expect(services['kafka']?.ports).toEqual([`127.0.0.1:${port}:9092`]);
    expect(services['kafka']?.environment['KAFKA_ADVERTISED_LISTENERS']).toContain(`HOST://127.0.0.1:${port}`);
  });

  it('keeps the data in named volumes', () => {
    expect(Object.keys(volumes)).toEqual(Object.keys(services));
  });

  it('has no password, and says so when none is given', () => {
    expect(services['postgres']?.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/);
  });

  it('takes only variables that .env.example explains', () => {
    const example = readFileSync(path.join(root, '.env.example'), 'utf8');
    const taken = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string);
    expect(taken.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([]);
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
  });
});
