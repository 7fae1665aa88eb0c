/** The states that a user can go back to. */
export interface History<State> {
  past: State[];
  present: State;
  future: State[];
  /** The group of the last change: another change of the same group replaces it, as the characters of a word. */
  group?: string | undefined;
}

/** The most steps back. */
export const maxSteps = 100;

export type HistoryAction<State> =
  | { type: 'change'; state: State; group?: string | undefined }
  | { type: 'undo' }
  | { type: 'redo' };

export const startHistory = <State>(present: State): History<State> => ({ past: [], present, future: [] });

export function changeHistory<State>(history: History<State>, action: HistoryAction<State>): History<State> {
  switch (action.type) {
    case 'change':
      return change(history, action.state, action.group);
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
  }
}

function change<State>(history: History<State>, state: State, group: string | undefined): History<State> {
  if (Object.is(state, history.present)) return history;
  const isSameGroup = group !== undefined && group === history.group;
  const past = isSameGroup ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present: state, future: [], group };
}

function undo<State>({ past, present, future }: History<State>): History<State> {
  const last = past.at(-1);
  if (last === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

function redo<State>({ past, present, future }: History<State>): History<State> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: rest };
}
