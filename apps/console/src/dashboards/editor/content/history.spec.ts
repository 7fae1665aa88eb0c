import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changeHistory, maxSteps, startHistory, type History, type HistoryAction } from './history.js';

const run = (actions: HistoryAction<number>[], start: History<number> = startHistory(0)) =>
  actions.reduce(changeHistory<number>, start);
const change = (state: number, group?: string): HistoryAction<number> => ({ type: 'change', state, group });
const undo = { type: 'undo' } as const;
const redo = { type: 'redo' } as const;

describe('the history of edits', () => {
  it('goes back and forth', () => {
    expect(run([change(1), change(2), undo]).present).toBe(1);
    expect(run([change(1), change(2), undo, undo, redo]).present).toBe(1);
  });

  it('forgets what was undone after another change', () =>
    expect(run([change(1), undo, change(2), redo])).toMatchObject({ past: [0], present: 2, future: [] }));

  it('takes the changes of a group as one', () => {
    expect(run([change(1, 'title'), change(2, 'title'), undo]).present).toBe(0);
    expect(run([change(1, 'title'), change(2, 'other'), undo]).present).toBe(1);
    expect(run([change(1, 'title'), undo, change(2, 'title'), undo]).present).toBe(0);
  });

  it('does nothing at its ends', () => expect(run([undo, redo, undo])).toEqual(startHistory(0)));

  it(`is at most ${maxSteps} steps long, and any undo is undone by redo`, () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.nat().map((state) => change(state)) },
            fc.constant(undo),
            fc.constant(redo),
          ),
          { maxLength: 300, size: 'max' },
        ),
        (actions) => {
          const history = run(actions);
          expect(history.past.length).toBeLessThanOrEqual(maxSteps);
          if (history.past.length > 0) expect(run([undo, redo], history).present).toBe(history.present);
        },
      ),
    ));
});
