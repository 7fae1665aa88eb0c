/** In the order of the tests: many browsers and systems name others too. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'EDGE'],
  [/OPR\/(\d+)/, 'OPERA'],
  [/SamsungBrowser\/(\d+)/, 'SAMSUNG_BROWSER'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'FIREFOX'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'CHROME'],
  [/Version\/(\d+).*Safari/, 'SAFARI'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'IOS'],
  [/Android/, 'ANDROID'],
  [/Windows/, 'WINDOWS'],
  [/CrOS/, 'CHROME_OS'],
  [/Mac OS/, 'MAC_OS'],
  [/Linux/, 'LINUX'],
];

/** `$user_agent_info`. A field that the text does not say is absent. */
export function describeUserAgent(text: string, hasTouch = false): Record<string, string> {
  const found = browsers.map(([pattern, name]) => [name, pattern.exec(text)?.[1]]).find(([, version]) => version);
  // An iPad says that it is a Mac.
  const isPad = /iPad/.test(text) || (/Macintosh/.test(text) && hasTouch);
  const system = isPad ? 'IOS' : systems.find(([pattern]) => pattern.test(text))?.[1];
  const isTablet = isPad || (system === 'ANDROID' && !/Mobile/.test(text));
  const isPhone = /Mobile/.test(text) && (system === 'IOS' || system === 'ANDROID');
  return {
    $form_factor: isTablet ? 'TABLET' : isPhone ? 'SMARTPHONE' : 'PERSONAL_COMPUTER',
    ...(system && { $os_family: system }),
    ...(found?.[0] && { $browser_family: found[0], $browser_version: found[1] ?? '' }),
    $agent_type: 'WEB_BROWSER',
    $raw_value: text,
  };
}
