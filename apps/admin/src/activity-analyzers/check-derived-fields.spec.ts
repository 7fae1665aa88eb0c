import { describe, expect, it } from '@jest/globals';
import { ActivityAnalyzerInput } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { checkDerivedFields } from './check-derived-fields.js';

const derived = {
  organisation_id: '1',
  version_value: '1.0.0',
  group_id: 'g',
  artifact_id: 'a',
  visit_analyzer_plugin_id: '7',
};
const check = (difference: object) =>
  checkDerivedFields(
    ActivityAnalyzerInput.parse({ name: 'x', version_id: '3', error_recovery_strategy: 'DROP', ...difference }),
    derived,
  );

describe('the derived fields of an analyzer', () => {
  it.each([[{}], [derived], [{ visit_analyzer_plugin_id: 7 }], [{ organisation_id: 1, group_id: null }]])(
    'may be absent or repeated: %j',
    (difference) => expect(() => check(difference)).not.toThrow(),
  );

  it.each([
    ['organisation_id', '2'],
    ['organisation_id', 2],
    ['version_value', '1.0.1'],
    ['group_id', ''],
    ['artifact_id', 'A'],
    ['visit_analyzer_plugin_id', '07'],
  ])('may not disagree: %s = %j', (field, value) => {
    const code = 'CONSTRAINT_VIOLATION_EXCEPTION';
    const message = expect.stringMatching(new RegExp(`^${field}: must be `));
    expect(() => check({ [field]: value })).toThrow(expect.objectContaining({ code, message }));
  });
});
