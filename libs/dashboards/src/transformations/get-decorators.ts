/** The name of a resource; undefined when it is unknown, which leaves the id as it is. */
export type NameLookup = (modelType: string, id: string) => string | undefined;
