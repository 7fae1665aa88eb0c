/** The environment of a worker whose program uses the public SDK. The port that an address leaves out is that of its protocol. */
export function workerVariables(worker_id: string, { hostname, port, protocol }: GatewayAddress): string {
  return [
    `PLUGIN_WORKER_ID=${worker_id}`,
    'PLUGIN_AUTHENTICATION_TOKEN=…',
    `GATEWAY_HOST=${hostname}`,
    `GATEWAY_PORT=${port || (protocol === 'https:' ? '443' : '80')}`,
  ].join('\n');
}

type GatewayAddress = Pick<Location, 'hostname' | 'port' | 'protocol'>;
