import { describe, expect, it } from '@jest/globals';
import { auditRuleOf } from './audit-rules.js';

describe('the rule of an operation', () => {
  it.each([
    ['POST', '/v1/datamarts', 'CREATE', 'datamart', 'datamarts', undefined],
    ['PUT', '/v1/communities/:community_id', 'UPDATE', 'community', 'communities', 'community_id'],
    ['DELETE', '/v1/users/:user_id/api_tokens/:api_token_id', 'DELETE', 'api_token', 'api_tokens', 'api_token_id'],
    ['PUT', '/v1/dashboards/:dashboard_id/content', 'UPDATE', 'content', 'dashboard_contents', 'dashboard_id'],
    ['PUT', '/v1/datamarts/:datamart_id/sites/:site_id', 'UPDATE', 'site', 'channels', 'site_id'],
    ['PUT', '/v1/activity_analyzers/:a/properties/:name', 'UPDATE', 'property', 'analyzer_properties', 'name'],
    ['POST', '/v1/something_new', 'CREATE', 'something_new', 'something_new', undefined],
  ])('%s %s is a write', (method, path, ...expected) => {
    const [action, resource, table, id] = expected;
    expect(auditRuleOf(method, path)).toEqual({
      recorded: 'write',
      action,
      resource,
      table,
      ...(id && { id }),
      ofPerson: false,
    });
  });

  it.each([
    ['/v1/datamarts/:datamart_id/user_points/:user_point', 'read', 'READ', 'user_point'],
    ['/v1/datamarts/:datamart_id/user_points/:user_point/user_activities', 'read', 'READ', 'user_activity'],
    ['/v1/datamarts/:datamart_id/user_segments/:compartment/:account', 'read', 'READ', 'user_segment'],
    ['/v1/datamarts/:datamart_id/user_points/:user_point/export', 'stream', 'EXPORT', 'user_point'],
  ])('GET %s is a read of a person', (path, recorded, action, resource) => {
    expect(auditRuleOf('GET', path)).toMatchObject({ recorded, action, resource, ofPerson: true });
  });

  it.each([
    ['/v1/datamarts/:datamart_id/user_points', 'datamart', 'datamart_id'],
    ['/v1/audience_segments/:audience_segment_id/user_points', 'audience_segment', 'audience_segment_id'],
    ['/v1/audience_segments/:audience_segment_id/members', 'audience_segment', 'audience_segment_id'],
  ])('GET %s is a read of what the people are in', (path, resource, id) => {
    expect(auditRuleOf('GET', path)).toMatchObject({
      recorded: 'stream',
      action: 'READ',
      resource,
      id,
      ofPerson: false,
    });
  });

  it('is absent for reads of no person, and for data of people', () => {
    expect(auditRuleOf('GET', '/v1/datamarts')).toBeUndefined();
    expect(auditRuleOf('POST', '/v1/datamarts/:datamart_id/user_activities')).toBeUndefined();
    expect(auditRuleOf('POST', '/internal/access')).toBeUndefined();
  });
});
