/** The greatest value of a bigint column. */
export const maxInt64 = 2n ** 63n - 1n;

/** Decimal text for a bigint column. A value above the greatest one becomes the greatest. */
export const int64Text = (value: bigint) => String(value > maxInt64 ? maxInt64 : value);

/** The id of a datamart for a bigint column, or 0, which no datamart has, if the text is not an id. */
export const int64Id = (text: string) => (/^[1-9]\d{0,17}$/.test(text) ? text : '0');
