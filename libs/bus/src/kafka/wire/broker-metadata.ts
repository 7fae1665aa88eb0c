import { BrokerConnection, type BrokerAddress, type BrokerOptions, type ClusterMetadata } from './broker-connection.js';

export const hostOf = ({ host, port }: BrokerAddress) => `${host}:${port}`;

/**
 * Asks a broker for the leaders of partitions, over a connection of its own: a produce request that waits for replicas
 * delays later requests on its connection.
 */
export class BrokerMetadata {
  private readonly seeds: BrokerAddress[];
  private readonly failing = new Set<string>();
  private current?: { address: BrokerAddress; connection: BrokerConnection };

  /** @param brokers `host:port` of brokers to ask while no other is known */
  constructor(
    brokers: string[],
    private readonly options: BrokerOptions,
  ) {
    this.seeds = brokers.map((broker) => {
      const [host = '', port] = broker.split(':');
      return { host, port: Number(port) };
    });
  }

  /** The next request goes to another broker, if there is one. */
  avoid(address: BrokerAddress): void {
    this.failing.add(hostOf(address));
  }

  /** Asks one broker after the other until one answers, those that failed last. @throws the last one's error */
  async fetch(topics: string[], known: Iterable<BrokerAddress>): Promise<ClusterMetadata> {
    let failure: unknown;
    for (const address of this.candidates(known)) {
      try {
        const metadata = await this.connectionTo(address).metadata(topics);
        this.failing.delete(hostOf(address));
        return metadata;
      } catch (error) {
        failure = error;
        this.avoid(address);
        this.close();
      }
    }
    throw failure;
  }

  close(): void {
    this.current?.connection.close();
    this.current = undefined;
  }

  private candidates(known: Iterable<BrokerAddress>): BrokerAddress[] {
    const addresses = [...(this.current ? [this.current.address] : []), ...known, ...this.seeds];
    const candidates = [...new Map(addresses.map((address) => [hostOf(address), address])).values()];
    const isFailing = (address: BrokerAddress) => Number(this.failing.has(hostOf(address)));
    return candidates.sort((a, b) => isFailing(a) - isFailing(b));
  }

  private connectionTo(address: BrokerAddress): BrokerConnection {
    if (!this.current || hostOf(this.current.address) !== hostOf(address)) {
      this.close();
      this.current = { address, connection: new BrokerConnection(address, this.options) };
    }
    return this.current.connection;
  }
}
