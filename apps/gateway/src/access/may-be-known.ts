// What cannot be there by its form: nobody needs to be asked about it, and it must not fill the memory of what was asked.

export const mayBeKeyId = (text: string) => /^[A-Za-z0-9._:-]{1,128}$/.test(text);

/** Of a datamart or organisation. */
export const mayBeId = (text: string) => /^[1-9]\d{0,17}$/.test(text);
