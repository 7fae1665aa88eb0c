import { describe, expect, it } from '@jest/globals';
import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { classifyOutcomes, countOutcomes, type CountedActivity } from './count-outcomes.js';

const hour = 3_600_000;
const an = (activity_id: string, received_ts = 0, datamart_id = '1'): CountedActivity => ({
  datamart_id,
  activity_id,
  received_ts,
});
const messagesOf = (activities: readonly Message[]) => activities.map((value) => ({ value }));
type Message = CountedActivity & { outcome?: AnalysisOutcome };
const ended = (activity_id: string, outcome: AnalysisOutcome): Message => ({ ...an(activity_id), outcome });
const none = { stored: 0, duplicate: 0, erased: 0, refused_by_choice: 0, dropped: 0, dropped_on_error: 0 };

describe('classifyOutcomes', () => {
  it.each([
    ['new activities', [an('a'), an('b')], ['a', 'b'], ['a', 'b'], ['stored', 'stored']],
    ['an activity that was stored before', [an('a'), an('b')], ['b'], ['b'], ['duplicate', 'stored']],
    ['an id that a batch holds twice', [an('a'), an('a')], ['a'], ['a'], ['stored', 'duplicate']],
    ['ids that differ only in case', [an('A'), an('a')], ['a'], ['a'], ['stored', 'duplicate']],
    [
      'an activity of an erased person',
      [an('a'), an('b'), an('a')],
      ['a', 'b'],
      ['b'],
      ['erased', 'stored', 'duplicate'],
    ],
    [
      'an activity that a choice refused, and its duplicate',
      [an('r'), an('b'), an('r')],
      ['r', 'b'],
      ['b'],
      ['refused_by_choice', 'stored', 'duplicate'],
    ],
    [
      'activities that analysis dropped',
      [ended('a', 'dropped'), an('b'), ended('c', 'dropped_on_error')],
      ['a', 'b', 'c'],
      ['b'],
      ['dropped', 'stored', 'dropped_on_error'],
    ],
    [
      'an id that was stored or dropped before, and is dropped now',
      [ended('a', 'dropped'), ended('b', 'dropped_on_error')],
      [],
      [],
      ['duplicate', 'duplicate'],
    ],
    [
      'an id that is dropped, then comes again',
      [ended('a', 'dropped'), an('a'), ended('A', 'dropped_on_error')],
      ['a'],
      [],
      ['dropped', 'duplicate', 'duplicate'],
    ],
    ['an id that is stored, then dropped', [an('a'), ended('a', 'dropped')], ['a'], ['a'], ['stored', 'duplicate']],
    [
      'a duplicate, which claims no id, before the activity with its id',
      [ended('a', 'duplicate'), an('a')],
      ['a'],
      ['a'],
      ['duplicate', 'stored'],
    ],
    ['an id of an erased person, then sent again', [ended('a', 'erased'), an('a')], ['a'], [], ['erased', 'duplicate']],
  ] as const)('classifies %s', (_case, activities, fresh, stored, expected) => {
    const result = { fresh: fresh.map((id) => an(id)), stored: stored.map((id) => an(id)), refused: [an('r')] };
    const messages = messagesOf(activities);
    expect(classifyOutcomes(messages, result)).toEqual(
      messages.map((message, index) => ({ message, outcome: expected[index] })),
    );
  });

  describe('of a published end of an analysis', () => {
    const end = (activity_id: string, analysis_id: string, outcome?: AnalysisOutcome) => ({
      ...an(activity_id),
      analysis_id,
      ...(outcome && { outcome }),
    });
    const outcomesOf = (values: ReturnType<typeof end>[], fresh: string[], repeated: ReturnType<typeof end>[] = []) =>
      classifyOutcomes(messagesOf(values), {
        fresh: fresh.map((id) => an(id)),
        stored: fresh.map((id) => an(id)),
        refused: [],
        repeated,
      }).map(({ outcome }) => outcome);

    it('counts no message that comes again, in the same batch or later', () => {
      expect(outcomesOf([end('a', '1'), end('A', '1'), end('b', '2')], ['a', 'b'])).toEqual([
        'stored',
        'repeated',
        'stored',
      ]);
      expect(outcomesOf([end('a', '1'), end('b', '2')], ['b'], [end('a', '1')])).toEqual(['repeated', 'stored']);
    });

    it('counts another end of the same activity as a duplicate', () => {
      expect(outcomesOf([end('a', '1'), end('a', '2', 'dropped')], ['a'])).toEqual(['stored', 'duplicate']);
      expect(outcomesOf([end('a', '2'), end('b', '3')], ['b'], [])).toEqual(['duplicate', 'stored']);
    });

    it('adds nothing to the counts', () => {
      expect(countOutcomes([{ message: { value: end('a', '1') }, outcome: 'repeated' }])).toEqual([]);
    });
  });

  it('keeps equal ids of two datamarts apart', () => {
    const result = { fresh: [an('a', 0, '2')], stored: [an('a', 0, '2')], refused: [] };
    const classified = classifyOutcomes(messagesOf([an('a', 0, '1'), an('a', 0, '2')]), result);
    expect(classified.map(({ outcome }) => outcome)).toEqual(['duplicate', 'stored']);
  });
});

describe('countOutcomes', () => {
  it('counts by the hour and the datamart of each activity, in the same order for all transactions', () => {
    const classified = [
      { message: { value: an('a', hour + 1, '2') }, outcome: 'stored' as const },
      { message: { value: an('b', 5, '2') }, outcome: 'erased' as const },
      { message: { value: an('c', hour + 2, '1') }, outcome: 'duplicate' as const },
      { message: { value: an('d', hour - 1, '2') }, outcome: 'stored' as const },
      { message: { value: an('e', hour, '2') }, outcome: 'refused_by_choice' as const },
      { message: { value: an('f', hour, '2') }, outcome: 'dropped' as const },
    ];
    expect(countOutcomes(classified)).toEqual([
      { ...none, hour_ts: 0, datamart_id: '2', stored: 1, erased: 1 },
      { ...none, hour_ts: hour, datamart_id: '1', duplicate: 1 },
      { ...none, hour_ts: hour, datamart_id: '2', stored: 1, refused_by_choice: 1, dropped: 1 },
    ]);
  });
});
