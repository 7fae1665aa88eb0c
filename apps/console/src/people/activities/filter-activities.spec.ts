import { describe, expect, it } from '@jest/globals';
import { filterActivities } from './filter-activities.js';

const visit = { $type: 'SITE_VISIT', $events: [{ $event_name: 'page_view' }, { $event_name: '$set_user_choice' }] };
const email = { $type: 'EMAIL', $events: null };

describe('filterActivities', () => {
  it.each([
    [{}, [visit, email]],
    [{ type: 'site' }, [visit]],
    [{ type: 'EMAIL ' }, [email]],
    [{ event: '$SET' }, [visit]],
    [{ event: 'purchase' }, []],
    [{ type: 'EMAIL', event: 'page_view' }, []],
  ])('by %j', (filters, expected) => expect(filterActivities([visit, email], filters)).toEqual(expected));
});
