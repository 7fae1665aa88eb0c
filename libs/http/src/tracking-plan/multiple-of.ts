/** Digits times a power of ten. */
type Decimal = [digits: bigint, exponent: number];

/**
 * Whether a number is a whole multiple of the divisor, as both are written in decimal: 19.99 is one of 0.01, although
 * their quotient in floating point is 1998.9999999999998.
 *
 * @param spend is called with the steps that the answer takes, before it is computed
 */
export function multipleOf(divisor: number): (value: number, spend: (steps: number) => void) => boolean {
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  return (value, spend) => {
    if (!Number.isFinite(value)) return false;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
    const [digits, exponent] = decimalOf(value);
    const shift = exponent - divisorExponent;
    spend(decimalSteps + Math.abs(shift));
    return shift < 0
      ? digits % (divisorDigits * 10n ** BigInt(-shift)) === 0n
      : (digits * 10n ** BigInt(shift)) % divisorDigits === 0n;
  };
}

const decimalSteps = 10;

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
