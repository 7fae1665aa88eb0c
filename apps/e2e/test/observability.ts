import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}
export interface Rules {
  groups: { name: string; rules: Rule[] }[];
}
interface Case {
  name: string;
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}
export interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
}

/** The configuration of Prometheus and Grafana. */
export const observability = path.join(import.meta.dirname, '../../../deploy/observability');
const read = (file: string) => readFileSync(path.join(observability, file), 'utf8');
export const yamlOf = (file: string): unknown => parse(read(file));

export const rules = yamlOf('alerts.yaml') as Rules;
export const { tests: cases } = yamlOf('alerts.test.yaml') as { tests: Case[] };
export const { panels } = JSON.parse(read('grafana/dashboards/tributary.json')) as { panels: Panel[] };
/** Every expression that the dashboard queries. */
export const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
