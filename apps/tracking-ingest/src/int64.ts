/** The greatest number of a bigint column. */
export const maxInt64 = 2n ** 63n - 1n;

/** Decimal text for a bigint column: what is greater becomes the greatest. */
export const int64Text = (value: bigint) => String(value > maxInt64 ? maxInt64 : value);
