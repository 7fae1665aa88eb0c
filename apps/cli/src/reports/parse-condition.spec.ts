import { describe, expect, it } from '@jest/globals';
import { parseCondition } from './parse-condition.js';

describe('parseCondition', () => {
  it.each([
    ['type=SITE_VISIT', 'type', 'EXACT', false, ['SITE_VISIT']],
    ['type != TOUCH', 'type', 'EXACT', true, ['TOUCH']],
    ['location_city=Paris, Texas', 'location_city', 'EXACT', false, ['Paris, Texas']],
    ['origin_campaign_name=a=b', 'origin_campaign_name', 'EXACT', false, ['a=b']],
    ['channel_id in 1, 2', 'channel_id', 'IN_LIST', false, ['1', '2']],
    ['channel_id not in 1,2', 'channel_id', 'IN_LIST', true, ['1', '2']],
    ['origin_source~google', 'origin_source', 'LIKE', false, ['google']],
    ['origin_source !~ google ads', 'origin_source', 'LIKE', true, ['google ads']],
  ])('reads %s', (text, dimension_name, operator, not, expressions) =>
    expect(parseCondition(text)).toEqual({ dimension_name, operator, not, expressions }),
  );

  it.each(['', 'type', 'type=', '=SITE_VISIT', 'type in ', 'type inside 1'])('refuses "%s"', (text) =>
    expect(() => parseCondition(text)).toThrow('is no condition'),
  );
});
