/** An exact decimal: `digits` / 10^`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

/** Longer ones are no amounts: they would cost time and overflow every store. */
const maxIntegerDigits = 18;
const maxLength = 100;

const plainNumber = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/** A JSON number, or a string of digits with or without a fraction; anything else is 0. */
export function readDecimal(value: unknown): Decimal {
  if (typeof value !== 'number' && typeof value !== 'string') return zero;
  const text = withoutExponent(value);
  if (text.length > maxLength) return zero;
  const [, sign = '', integer = '', fraction = ''] = plainNumber.exec(text) ?? [];
  if (integer === '' || integer.length > maxIntegerDigits) return zero;
  return { digits: BigInt(`${sign}${integer}${fraction}`), scale: fraction.length };
}

/** JavaScript writes numbers from 1e21 on, and below 1e-6, with an exponent. */
function withoutExponent(value: number | string): string {
  const text = String(value);
  const small = typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (!small) return text;
  const [, sign = '', first = '', rest = '', exponent] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
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
