/** An exact decimal: `digits` / 10^`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

/** A longer number is cut to this size: it is far beyond the range of every store, and would cost time. */
const maxIntegerDigits = 40;
/** Reports keep six. */
const maxFractionDigits = 40;

const plainNumber = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Reads a JSON number, or a string of digits with or without a fraction. Any other value is 0. */
export function readDecimal(value: unknown): Decimal {
  if (typeof value !== 'number' && typeof value !== 'string') return zero;
  const text = withoutExponent(value);
  const [, sign = '', integer = '', fraction = ''] = plainNumber.exec(text) ?? [];
  if (integer === '') return zero;
  const whole = integer.replace(/^0+(?=\d)/, '');
  if (whole.length > maxIntegerDigits) return { digits: BigInt(`${sign}1${'0'.repeat(maxIntegerDigits)}`), scale: 0 };
  const kept = fraction.slice(0, maxFractionDigits);
  return { digits: BigInt(`${sign}${whole}${kept}`), scale: kept.length };
}

/** JavaScript writes numbers from 1e21 up and below 1e-6 with an exponent. */
function withoutExponent(value: number | string): string {
  const text = String(value);
  const parts = typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e([+-])(\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign = '', first = '', rest = '', direction, exponent] = parts;
  return direction === '-'
    ? `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`
    : `${sign}${first}${rest.padEnd(Number(exponent), '0')}`;
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

const digitsAt = ({ digits, scale }: Decimal, wanted: number) => digits * 10n ** BigInt(wanted - scale);

/** Rounded half away from zero to 6 fractional digits, as an integer of millionths. */
export function toMicros({ digits, scale }: Decimal): bigint {
  if (scale <= 6) return digits * 10n ** BigInt(6 - scale);
  const divisor = 10n ** BigInt(scale - 6);
  const half = digits < 0n ? -divisor / 2n : divisor / 2n;
  return (digits + half) / divisor;
}

/** `12.5`, `-0.000001`, `3`. */
export function writeMicros(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction && `.${fraction}`}`;
}
