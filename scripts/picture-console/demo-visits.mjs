// Visits before those of the button "Load demo data", and those of one person, so that 30 days of reports have a shape.

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Visits of a day, from Sunday: the shop sells most before the weekend. */
const visitsOfWeekday = [131, 158, 152, 161, 168, 181, 139];
/** Shares of the hours of a day, from midnight in UTC: a rise to noon, and a second one in the evening. */
const hours = [1, 1, 0, 0, 0, 1, 2, 5, 8, 10, 11, 12, 13, 11, 9, 9, 10, 12, 15, 17, 16, 11, 6, 3];
const products = [
  { $id: 'lamp', $name: 'Lamp', $price: 84 },
  { $id: 'teapot', $name: 'Teapot', $price: 32.5 },
  { $id: 'rug', $name: 'Rug', $price: 149 },
];
const places = [
  [
    { $type: 'SITE_VISIT', $site_id: 'demo-shop' },
    { $form_factor: 'PERSONAL_COMPUTER', $os_family: 'WINDOWS' },
  ],
  [
    { $type: 'SITE_VISIT', $site_id: 'demo-shop' },
    { $form_factor: 'SMARTPHONE', $os_family: 'IOS' },
  ],
  [
    { $type: 'SITE_VISIT', $site_id: 'demo-magazine' },
    { $form_factor: 'PERSONAL_COMPUTER', $os_family: 'MAC_OS' },
  ],
  [
    { $type: 'APP_VISIT', $app_id: 'demo-app' },
    { $form_factor: 'SMARTPHONE', $os_family: 'ANDROID' },
  ],
  [
    { $type: 'SITE_VISIT', $site_id: 'demo-shop' },
    { $form_factor: 'SMARTPHONE', $os_family: 'ANDROID' },
  ],
  [
    { $type: 'SITE_VISIT', $site_id: 'demo-magazine' },
    { $form_factor: 'TABLET', $os_family: 'IOS' },
  ],
];

/** Visits of the days 31 to 14 before today. The button loads the others. */
export function earlierVisits(now) {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: 18 }, (_, place) => today - 31 + place).flatMap((day) =>
    Array.from({ length: visitsOfWeekday[new Date(day * dayMs).getUTCDay()] }, (_, index) => visitOf(day, index)),
  );
}

/** Spread without chance: the pictures of two runs show the same shape. */
function visitOf(day, index) {
  const [channel, $user_agent_info] = places[(index * 5 + day) % places.length];
  const person = (index * 37 + day * 11) % 420;
  return {
    ...channel,
    $ts: day * dayMs + hourOf(index) * hourMs + ((index * 7_919) % 3_600) * 1_000,
    $session_status: 'CLOSED_SESSION',
    $user_identifiers: [
      { $type: 'USER_AGENT', $user_agent_id: `web:demo:earlier-${person}` },
      ...(person % 3 === 0 ? [{ $type: 'USER_ACCOUNT', $user_account_id: `demo-${person}` }] : []),
    ],
    $user_agent_info,
    $events: eventsOf(index, products[index % products.length]),
  };
}

/** The hour that the visit has by the shares of the hours. */
function hourOf(index) {
  const total = hours.reduce((sum, share) => sum + share, 0);
  let left = (index * 61) % total;
  return hours.findIndex((share) => (left -= share) < 0);
}

function eventsOf(index, product) {
  const pages = [{ $event_name: '$page_view', $properties: { path: `/${product.$id}` } }];
  if (index % 3 > 0) return pages;
  const seen = [...pages, { $event_name: '$item_view', $properties: product }];
  if (index % 12 > 0) return seen;
  return [
    ...seen,
    { $event_name: '$basket_view', $properties: {} },
    { $event_name: '$transaction_confirmed', $properties: { $currency: 'EUR', $items: [{ ...product, $qty: 1 }] } },
  ];
}

/** Known by all kinds of identifiers: on her phone, at the shop's counter, and last an hour ago. */
export function visitsOfAna(now) {
  const identifiers = [
    { $type: 'USER_ACCOUNT', $user_account_id: 'demo-7' },
    { $type: 'USER_ACCOUNT', $compartment_id: 'loyalty', $user_account_id: 'card-20771' },
    { $type: 'USER_EMAIL', $email: 'ana@example.com' },
    { $type: 'USER_AGENT', $user_agent_id: 'web:demo:ana-phone' },
  ];
  return [1, 26, 75, 170, 171, 340, 505, 620].map((hoursAgo, index) => ({
    $type: index % 3 === 2 ? 'APP_VISIT' : 'SITE_VISIT',
    ...(index % 3 === 2 ? { $app_id: 'demo-app' } : { $site_id: 'demo-shop' }),
    $ts: now - hoursAgo * hourMs,
    $session_status: 'CLOSED_SESSION',
    $user_identifiers: identifiers,
    $user_agent_info: { $form_factor: 'SMARTPHONE', $os_family: 'IOS' },
    $events: eventsOf([0, 3, 1, 12, 2, 6, 4, 24][index], products[index % products.length]),
  }));
}
