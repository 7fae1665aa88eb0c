/** The values that a template may name. */
export interface TemplateValues {
  name: string;
  seriesName: string;
  y: number | null;
  percentage?: number | undefined;
  count?: number | undefined;
}

/**
 * Fills in a template of `data_labels` or of a tooltip: `{point.name}: {point.y:,.2f} %`. The templates of such
 * dashboards may hold HTML: a `<br>` becomes a line end, other tags are left out. A name that is unknown stays as written.
 */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  template
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\{([\w.]+)(?::([^{}]*))?\}/g, (written: string, name: string, format?: string) => {
      const value = valueOf(name, values);
      return value === undefined ? written : printValue(value, format);
    });

function valueOf(name: string, values: TemplateValues): string | number | null | undefined {
  switch (name.replace(/^(point|this|this\.point)\./, '')) {
    case 'name':
    case 'key':
    case 'x':
    case 'category':
      return values.name;
    case 'y':
    case 'value':
      return values.y;
    case 'percentage':
      return values.percentage ?? null;
    case 'count':
      return values.count ?? values.y;
    case 'series.name':
      return values.seriesName;
    default:
      return undefined;
  }
}

/** `.2f` writes 2 digits, `,.0f` with a separator of thousands. */
function printValue(value: string | number | null, format = ''): string {
  if (typeof value !== 'number') return value ?? '–';
  const [, comma, digits] = /^(,?)(?:\.(\d)f)?$/.exec(format) ?? [];
  const fraction = digits === undefined ? { maximumFractionDigits: 2 } : fixed(Number(digits));
  return new Intl.NumberFormat('en-US', { ...fraction, useGrouping: format === '' || comma === ',' }).format(value);
}

const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
