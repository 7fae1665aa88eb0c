export type DemoType = 'SITE_VISIT' | 'APP_VISIT' | 'CTV_VISIT';

type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

/** Where the demo activities happen: their type, and the field and id of the channel. */
export const channels: Weighted<{ type: DemoType; channel: Record<string, string> }> = [
  [{ type: 'SITE_VISIT', channel: { $site_id: 'demo-shop' } }, 56],
  [{ type: 'SITE_VISIT', channel: { $site_id: 'demo-magazine' } }, 18],
  [{ type: 'APP_VISIT', channel: { $app_id: 'demo-app' } }, 20],
  [{ type: 'CTV_VISIT', channel: { $ctv_id: 'demo-tv' } }, 6],
];

/** `$user_agent_info` by type of activity. */
export const devices: Record<DemoType, Weighted<Record<string, string>>> = {
  SITE_VISIT: [
    [
      {
        $form_factor: 'PERSONAL_COMPUTER',
        $os_family: 'WINDOWS',
        $browser_family: 'CHROME',
        $agent_type: 'WEB_BROWSER',
      },
      34,
    ],
    [
      {
        $form_factor: 'PERSONAL_COMPUTER',
        $os_family: 'MAC_OS',
        $browser_family: 'SAFARI',
        $brand: 'Apple',
        $agent_type: 'WEB_BROWSER',
      },
      18,
    ],
    [
      {
        $form_factor: 'SMARTPHONE',
        $os_family: 'IOS',
        $browser_family: 'SAFARI',
        $brand: 'Apple',
        $agent_type: 'WEB_BROWSER',
      },
      26,
    ],
    [
      {
        $form_factor: 'SMARTPHONE',
        $os_family: 'ANDROID',
        $browser_family: 'CHROME',
        $brand: 'Samsung',
        $agent_type: 'WEB_BROWSER',
      },
      17,
    ],
    [
      {
        $form_factor: 'TABLET',
        $os_family: 'IOS',
        $browser_family: 'SAFARI',
        $brand: 'Apple',
        $agent_type: 'WEB_BROWSER',
      },
      5,
    ],
  ],
  APP_VISIT: [
    [{ $form_factor: 'SMARTPHONE', $os_family: 'IOS', $brand: 'Apple', $agent_type: 'MOBILE_APP' }, 55],
    [{ $form_factor: 'SMARTPHONE', $os_family: 'ANDROID', $brand: 'Google', $agent_type: 'MOBILE_APP' }, 45],
  ],
  CTV_VISIT: [
    [{ $form_factor: 'SMART_TV', $os_family: 'TIZEN', $brand: 'Samsung', $agent_type: 'CTV_APP' }, 60],
    [{ $form_factor: 'SMART_TV', $os_family: 'WEB_OS', $brand: 'LG', $agent_type: 'CTV_APP' }, 40],
  ],
};

export const origins: Weighted<Record<string, string>> = [
  [{ $source: 'direct', $channel: 'direct' }, 32],
  [{ $source: 'google', $channel: 'seo' }, 30],
  [{ $source: 'newsletter', $channel: 'email', $campaign_name: 'Autumn' }, 16],
  [{ $source: 'instagram', $channel: 'social' }, 14],
  [{ $source: 'google', $channel: 'sea', $campaign_name: 'Brand' }, 8],
];

export const locations: Weighted<Record<string, string>> = [
  [{ $country: 'FR', $city: 'Paris' }, 30],
  [{ $country: 'FR', $city: 'Lyon' }, 14],
  [{ $country: 'DE', $city: 'Berlin' }, 18],
  [{ $country: 'ES', $city: 'Madrid' }, 14],
  [{ $country: 'GB', $city: 'London' }, 14],
  [{ $country: 'US', $city: 'New York' }, 10],
];

export const products: Weighted<{ $id: string; $name: string; $price: number }> = [
  [{ $id: 'mug', $name: 'Mug', $price: 12.5 }, 30],
  [{ $id: 'shirt', $name: 'Shirt', $price: 29 }, 24],
  [{ $id: 'bag', $name: 'Bag', $price: 59.9 }, 18],
  [{ $id: 'lamp', $name: 'Lamp', $price: 84 }, 14],
  [{ $id: 'chair', $name: 'Chair', $price: 149 }, 8],
];

/** Activities of each day of the week, from Sunday. Two weeks have 2,000. */
export const activitiesOfWeekday = [118, 146, 150, 152, 148, 160, 126] as const;

/** By hour of the day in UTC. */
export const hours: Weighted<number> = [
  2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 12, 11, 9, 8, 9, 11, 13, 15, 16, 13, 8, 4,
].map((weight, hour) => [hour, weight] as const);

const alike = (names: string): Weighted<string> => names.split(' ').map((name) => [name, 1] as const);

export const firstNames = alike(
  'Ada Bruno Chloé David Elena Farid Greta Hugo Inès Jonas Karima Luis Marta Noah Olga Paul',
);

export const lastNames = alike('Alonso Bernard Clarke Diallo Evans Fischer Garcia Hansen Ivanova Keller Lopez Moreau');

/** Levels of a loyalty program. */
export const loyalty: Weighted<string> = [
  ['none', 50],
  ['silver', 35],
  ['gold', 15],
];
