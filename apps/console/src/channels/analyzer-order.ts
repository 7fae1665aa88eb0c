import type { ChannelVisitAnalyzerSelection } from '@tributary/client/generated/types.gen';

/** The analyzers of a channel, in the order of their calls. */
export const orderOf = (
  selections: readonly Pick<ChannelVisitAnalyzerSelection, 'execution_order' | 'visit_analyzer_model_id'>[],
): string[] =>
  selections.toSorted((a, b) => a.execution_order - b.execution_order).map((one) => one.visit_analyzer_model_id);

/** A copy of a list in which one element is at another place. */
export const moved = <Element>(list: readonly Element[], from: number, to: number): Element[] => {
  const element = list[from];
  return element === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, element);
};
