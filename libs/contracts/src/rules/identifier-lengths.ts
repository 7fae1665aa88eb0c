/** Most UTF-16 units of an identifier; it and its compartment are in one index row of PostgreSQL, which holds 2,704 bytes. */
export const maxIdentifierLength = 512;

/** Most UTF-16 units of the id of a compartment. */
export const maxCompartmentLength = 128;

/** Characters of an e-mail hash, which a client makes. */
export const maxHashLength = 255;
