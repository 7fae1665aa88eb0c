import { expect, it } from '@jest/globals';
import { firstActivity, sampleActivity } from './sample-activity.js';

it.each([
  ['SITE', 'SITE_VISIT', '$site_id'],
  ['MOBILE_APPLICATION', 'APP_VISIT', '$app_id'],
  ['CTV', 'CTV_VISIT', '$ctv_id'],
] as const)('the sample of a channel of type %s is a %s with its %s', (type, $type, field) =>
  expect(sampleActivity({ type, id: '7' })).toMatchObject({ $type, [field]: '7' }),
);

it('each sample is of another person', () =>
  expect(firstActivity().$user_identifiers).not.toEqual(firstActivity().$user_identifiers));
