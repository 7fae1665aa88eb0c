import type { Operation } from './openapi/operations/operation.js';
import type { Route } from './route.js';
import { sections } from './openapi/operations/sections.js';

/** An operation, with all that its section says of it. */
export interface Endpoint extends Operation, Route {
  owner: Route['owner'];
  operationId: string;
  tag: string;
}

/** All public routes: one that is no operation of a section does not exist. */
export const routes: Endpoint[] = sections.flatMap(({ tag, owner, operations }) =>
  Object.entries(operations).map(([operationId, operation]) => ({ owner, ...operation, operationId, tag })),
);

/** Where agents call. It is no operation of the API: its tools call those, each with its own least role. */
export const agentRoute: Route = {
  method: 'POST',
  path: '/mcp',
  owner: 'gateway',
  role: 'READER',
  namesNoDatamart: true,
};

/** By path and method. One text of both would be joined and hashed for every request. */
const byPath = new Map(
  Array.from(
    Map.groupBy(routes, ({ path }) => path),
    ([path, known]) => [path, new Map<string, Route>(known.map((one) => [one.method, one]))],
  ),
);

/** HEAD is treated as GET. */
export const findRoute = (method: string, path: string): Route | undefined =>
  byPath.get(path)?.get(method === 'HEAD' ? 'GET' : method);
