const agent = { $type: 'USER_AGENT', $user_agent_id: 'web:1:0b4c2f1e' };
const account = { $type: 'USER_ACCOUNT', $compartment_id: 'default', $user_account_id: 'customer-17' };

export const aSiteVisit = {
  $type: 'SITE_VISIT',
  $site_id: '8298',
  $session_status: 'IN_SESSION',
  $user_identifiers: [agent, account],
  $location: { $country: 'FR', $city: 'Paris', $zip_code: '75011' },
  $events: [
    { $event_name: '$page_view', $properties: { $url: 'https://shop.example.com/' } },
    {
      $event_name: '$transaction_confirmed',
      $properties: { $id: 'order-5', $items: [{ $id: 'sku-1', $qty: 2, $price: 19.9 }] },
    },
  ],
};

export const anAppVisit = {
  $ts: 1_795_261_991_709,
  $type: 'APP_VISIT',
  $app_id: '1214',
  $session_status: 'NO_SESSION',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'mob:ios:raw:3f0a8c54-7f0f-4bd3-9d2b-6c3c3a8f1b11' }],
  $user_agent_info: { $form_factor: 'SMARTPHONE', $os_family: 'IOS', $agent_type: 'MOBILE_APP', $carrier: null },
  $events: [{ $ts: 1_795_261_991_709, $event_name: '$app_open', $properties: {} }],
};

/** As clients send it that write ids as numbers, and times as text. */
export const aVisitInOtherForms = {
  $ts: '1795261991709',
  $type: 'SITE_VISIT',
  $site_id: '8298',
  $user_identifiers: [{ $type: 'USER_ACCOUNT', $compartment_id: 1606, $user_account_id: 17 }],
  $location: { $zip_code: 75_011 },
};

export const aProfileUpdate = {
  $type: 'TOUCH',
  $user_identifiers: [account],
  $events: [
    {
      $event_name: '$set_user_profile_properties',
      $properties: { $compartment_id: 'default', $user_account_id: 'customer-17', first_name: 'Ada' },
    },
  ],
};

export const aChoice = {
  $type: 'TOUCH',
  $user_identifiers: [{ $type: 'USER_EMAIL', $email: 'ada@example.com' }],
  $events: [{ $event_name: '$set_user_choice', $properties: { $processing_id: '7', $choice_acceptance_value: true } }],
};
