const names = {
  utm_source: '$source',
  utm_medium: '$channel',
  utm_campaign: '$campaign_name',
  utm_term: '$keywords',
  utm_content: '$creative_name',
};

/** `$origin` from the `utm_…` parameters of an address; undefined without any. */
export function originOf(query: string): Record<string, string> | undefined {
  const parameters = new URLSearchParams(query);
  const origin = Object.entries(names).flatMap(([parameter, name]) => {
    const value = parameters.get(parameter);
    return value ? [[name, value]] : [];
  });
  return origin.length > 0 ? (Object.fromEntries(origin) as Record<string, string>) : undefined;
}
