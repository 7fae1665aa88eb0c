import { useReducer } from 'react';
import type { Content } from './edit-content.js';
import { changeHistory, startHistory, type History, type HistoryAction } from './history.js';

/** The state that the parts of the editor share. */
export interface Editor {
  content: Content;
  /** @param group changes of one group, one after the other, are one step of undo */
  change: (content: Content, group?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

type Reducer = (history: History<Content>, action: HistoryAction<Content>) => History<Content>;

export function useEditor(initial: Content): Editor {
  const [{ past, present, future }, dispatch] = useReducer<History<Content>, Content, [HistoryAction<Content>]>(
    changeHistory as Reducer,
    initial,
    startHistory<Content>,
  );
  return {
    content: present,
    change: (state, group) => dispatch({ type: 'change', state, group }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
