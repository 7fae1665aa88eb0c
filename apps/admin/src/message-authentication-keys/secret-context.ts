/** What a key's secret is sealed for: whoever opens it, here or in a gateway, must name the same. */
export const secretContext = (key_id: string) => `message_authentication_key/${key_id}`;
