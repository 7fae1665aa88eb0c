import { useReducer, useState } from 'react';
import type { Content, StoredChart } from './edit-content.js';
import { changeHistory, startHistory, type History, type HistoryAction } from './history.js';

/** The content with a new chart in its place. */
type PlaceChart = (chart: StoredChart) => Content;

/** The state that the parts of the editor share. */
export interface Editor {
  content: Content;
  /** @param group changes of one group, one after the other, are one step of undo */
  change: (content: Content, group?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Where the chart goes whose form is open. Undefined: no chart is being added. */
  adding: PlaceChart | undefined;
  /** Opens the form of a new chart. */
  add: (place: PlaceChart) => void;
  stopAdding: () => void;
}

type Reducer = (history: History<Content>, action: HistoryAction<Content>) => History<Content>;

export function useEditor(initial: Content): Editor {
  const [{ past, present, future }, dispatch] = useReducer<History<Content>, Content, [HistoryAction<Content>]>(
    changeHistory as Reducer,
    initial,
    startHistory<Content>,
  );
  const [adding, setAdding] = useState<PlaceChart>();
  return {
    adding,
    add: (place) => setAdding(() => place),
    stopAdding: () => setAdding(undefined),
    content: present,
    change: (state, group) => dispatch({ type: 'change', state, group }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
