import type { Growth } from '@tributary/dashboards/collections/collection-rows';

const numbers = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });
const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** `+12 (+4.5%)`. Without a measurement of yesterday it is unknown; from zero there is no percentage. */
export function printGrowth({ count, growth }: Growth): string {
  if (growth === undefined) return 'not measured';
  const before = count - growth;
  return before === 0 ? numbers.format(growth) : `${numbers.format(growth)} (${percents.format(growth / before)})`;
}
