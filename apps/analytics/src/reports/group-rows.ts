import type { Columns } from './cube.js';

export const groupRows = (relation: string, { dimensions, metrics }: Columns): string =>
  [
    `select ${[...dimensions, ...metrics].map((column) => `${column.sql} as ${column.alias}`).join(', ')}`,
    `from ${relation}`,
    ...(dimensions.length > 0 ? [`group by ${dimensions.map((_, index) => index + 1).join(', ')}`] : []),
  ].join(' ');
