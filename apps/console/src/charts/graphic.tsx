import { Anchor, Breadcrumbs, Skeleton, useComputedColorScheme } from '@mantine/core';
import type { DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { nameTitles } from '@tributary/dashboards/results/name-keys';
import type { SeriesResult } from '@tributary/dashboards/results/result';
import { useElementSize } from '@mantine/hooks';
import { Suspense, lazy, useCallback, useMemo, useState } from 'react';
import { drillDown, drillLabels, openPoint, type DrillPath } from './drill-down.js';
import classes from './charts.module.css';
import { defaultColors } from '@tributary/dashboards/values/format-value';
import { mergeSmallest } from './options/slices.js';
import { placeLegend } from './options/chart-legend.js';
import { chartOption, type GraphicOptions } from './options/chart-option.js';
import type { ChartTheme } from './options/chart-drawing.js';

const EChart = lazy(() => import('./echart.js'));

interface GraphicProps {
  chart: DrawnChart;
  options: GraphicOptions;
  result: SeriesResult;
  /** The time zone of its keys, if they are dates. */
  dateZone: string | undefined;
  /** A key was chosen that opens no level below. */
  onPick: ((pick: Pick) => void) | undefined;
}

/** The ECharts drawing, with the way back from a drill-down. */
export function Graphic({ chart, options, result: raw, dateZone, onPick }: GraphicProps) {
  const result = useMemo(() => nameTitles(raw), [raw]);
  const theme = useChartTheme();
  const { ref, width } = useElementSize();
  const [path, setPath] = useState<DrillPath>([]);
  const drilled = useMemo(() => {
    const { level, opened } = drillDown(result, path);
    if (options.type !== 'Pie') return { level, opened };
    const points = mergeSmallest(level.points, chart.colors.length || defaultColors.length);
    return { level: { ...level, points }, opened };
  }, [result, path, options.type, chart.colors]);
  const drills = (options.type === 'Pie' || options.type === 'Bars') && options.drilldown;
  const option = useMemo(() => {
    return chartOption({
      options: placeLegend(options, width),
      result: drilled.level,
      colors: chart.colors,
      theme,
      dateZone: drilled.opened.length === 0 ? dateZone : undefined,
      ...(width > 0 && { width }),
    });
  }, [chart, options, drilled, theme, width, dateZone]);
  const select = useCallback(
    (index: number) => {
      const next = openPoint(drilled, index);
      const depth = drilled.opened.length;
      if (drills && next.length > depth) return setPath(next);
      const { key } = drilled.level.points[index] ?? {};
      const dimension = result.levels?.[depth];
      if (key != null && dimension !== undefined) onPick?.({ dimension, value: key });
    },
    [drilled, drills, onPick, result],
  );
  return (
    <div className={classes['picture']} ref={ref}>
      <DrillPathLinks labels={drillLabels(drilled.opened)} onOpen={(depth) => setPath(path.slice(0, depth))} />
      <Suspense fallback={<Skeleton flex={1} />}>
        <EChart
          option={option}
          label={`${chart.title || options.type}: ${options.type}, ${drilled.level.points.length} keys`}
          onSelect={drills || onPick ? select : undefined}
        />
      </Suspense>
    </div>
  );
}

function DrillPathLinks({ labels, onOpen }: { labels: string[]; onOpen: (depth: number) => void }) {
  if (labels.length === 0) return null;
  return (
    <Breadcrumbs fz="sm" py={4}>
      {['All', ...labels].map((label, depth) =>
        depth === labels.length ? (
          <span key={depth}>{label}</span>
        ) : (
          <Anchor key={depth} component="button" type="button" fz="sm" onClick={() => onOpen(depth)}>
            {label}
          </Anchor>
        ),
      )}
    </Breadcrumbs>
  );
}

/** The colours of the page as text: ECharts draws on a canvas, which knows no variables. */
function useChartTheme(): ChartTheme {
  const scheme = useComputedColorScheme('light');
  return useMemo(() => readTheme(scheme), [scheme]);
}

function readTheme(scheme: 'light' | 'dark'): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const variable = (name: string) => style.getPropertyValue(`--mantine-${name}`).trim();
  return {
    text: variable('color-text'),
    dimmed: variable('color-dimmed'),
    line: variable(scheme === 'dark' ? 'color-dark-4' : 'color-gray-3'),
    background: variable('color-body'),
    fontFamily: variable('font-family'),
  };
}
