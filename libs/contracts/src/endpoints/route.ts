import type { Role } from '../admin/access.js';

export type Owner =
  | 'gateway'
  | 'tracking-ingest'
  | 'activity-analysis'
  | 'import-worker'
  | 'warehouse-metadata'
  | 'analytics'
  | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Callers beyond everyone with the role, and what is special about their requests. */
export interface Access {
  /** Takes signed requests. */
  signed?: true;
  /** Takes requests with a collect key. */
  collectKey?: true;
  /** Takes requests of the workers of plugins: for their own configuration, or for the data files that it names. */
  worker?: 'configuration' | 'data_file';
  /** Also for credentials that were made for some datamarts, although it names none: it has no others, or its owner checks. */
  namesNoDatamart?: true;
  /** Takes a file that may be sent for hours. */
  streamsBody?: true;
}

export interface Route extends Access {
  method: Method;
  path: string;
  /** The app that serves it. */
  owner: Owner;
  /** Least role in the tenant of the request. The gateway checks ids in path and query, the owner all others. */
  role: Role;
}
