import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { ChartTheme } from './options/chart-drawing.js';

/** The colours of the page as text: ECharts draws on a canvas, which knows no variables. */
export function useChartTheme(): ChartTheme {
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
