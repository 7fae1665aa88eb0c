import { describe, expect, it } from '@jest/globals';
import { routes } from '../routes.js';
import { pathOfRoute } from './path-of-route.js';

describe('pathOfRoute', () => {
  it.each([
    ['/v1/connected_user', '/connected_user', []],
    ['/v1/datamarts/:datamart_id', '/datamarts/{datamart_id}', ['datamart_id']],
    [
      '/v1/datamarts/:datamart_id/user_points/:user_point/user_profiles/:compartment/:account',
      '/datamarts/{datamart_id}/user_points/{user_point_selector}/user_profiles/compartment_id={compartment_id}/user_account_id={user_account_id}',
      ['datamart_id', 'user_point_selector', 'compartment_id', 'user_account_id'],
    ],
    ['/v1/configuration/:technical_name', '/configuration/technical_name={technical_name}', ['technical_name']],
  ])('translates %s', (route, path, parameters) => {
    const found = pathOfRoute(route);
    expect([found.path, Object.keys(found.parameters)]).toEqual([path, parameters]);
  });

  it('describes each parameter', () => {
    for (const { path } of routes)
      expect(Object.entries(pathOfRoute(path).parameters).filter(([, schema]) => schema === undefined)).toEqual([]);
  });
});
