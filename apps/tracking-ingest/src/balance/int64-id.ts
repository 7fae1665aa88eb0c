/** The id of a datamart for a bigint column; 0, which no datamart has, for what can be none. */
export const int64Id = (text: string) => (/^[1-9]\d{0,17}$/.test(text) ? text : '0');
