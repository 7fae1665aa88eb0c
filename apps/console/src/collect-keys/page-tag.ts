interface TagKey {
  key: string;
  datamart_id: string;
}

/** The script tag for a web page: the gateway serves the script beside `/v1`. */
export function pageTag(apiUrl: string, { key, datamart_id }: TagKey): string {
  const script = new URL('../sdk.js', `${apiUrl}/`);
  return `<script src="${script.href}" data-collect-key="${key}" data-datamart="${datamart_id}" async></script>`;
}
