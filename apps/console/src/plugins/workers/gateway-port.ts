/** The port that an address leaves out is that of its protocol. */
export const gatewayPort = ({ port, protocol }: Pick<Location, 'port' | 'protocol'>): string =>
  port || (protocol === 'https:' ? '443' : '80');
