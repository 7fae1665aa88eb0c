import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts';
import { useEffect, useRef } from 'react';
import classes from './charts.module.css';
import { echartParts } from './echart-parts.js';

// The renderer of SVG writes style attributes, which the content security policy forbids.
use([...echartParts, CanvasRenderer]);

interface EChartProps {
  option: EChartsOption;
  /** The name of the picture, for readers who do not see it. */
  label: string;
  onSelect?: ((dataIndex: number) => void) | undefined;
}

/** Draws an option, as large as the element around it. The default export is for `lazy`: ECharts is a chunk of its own. */
export default function EChart({ option, label, onSelect }: EChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  useEffect(() => {
    if (!element.current) return;
    const drawn = init(element.current, null, { renderer: 'canvas' });
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      drawn.dispose();
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption({ ...option, ...(wantsNoMotion() && { animation: false }) }, { notMerge: true });
  }, [option]);
  useEffect(() => {
    const drawn = chart.current;
    if (!drawn || !onSelect) return;
    const select = ({ dataIndex }: { dataIndex?: number }) => dataIndex !== undefined && onSelect(dataIndex);
    drawn.on('click', select);
    return () => void (!drawn.isDisposed() && drawn.off('click', select));
  }, [onSelect]);
  return <div ref={element} role="img" aria-label={label} className={classes['graphic']} />;
}

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
