import { expect, it } from '@jest/globals';
import { workerVariables } from './worker-variables.js';

it.each([
  ['https://data.example.com/', '443'],
  ['http://data.example.com/', '80'],
  ['https://data.example.com:8443/', '8443'],
])('a worker of %s calls the port %s', (address, port) =>
  expect(workerVariables('w-1', new URL(address)).split('\n')).toEqual([
    'PLUGIN_WORKER_ID=w-1',
    'PLUGIN_AUTHENTICATION_TOKEN=…',
    'GATEWAY_HOST=data.example.com',
    `GATEWAY_PORT=${port}`,
  ]),
);
