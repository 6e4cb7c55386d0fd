/** Each table's name in the archive, in the screens' words; every table is here or left out below. */
export const exportedTables: Record<string, string> = {
  users: 'people',
  vehicles: 'vehicles',
  odometer_readings: 'odometer-readings',
  places: 'saved-places',
  customer_notes: 'customer-notes',
  customer_events: 'customer-history',
  jobs: 'visits',
  job_events: 'visit-history',
  job_extras: 'visit-extras',
  job_addons: 'visit-add-ons',
  job_photos: 'visit-photos',
  unsent_work: 'unsent-work',
  conversation_entries: 'visit-messages',
  reviews: 'reviews',
  payment_accounts: 'payments',
  payment_holds: 'payment-holds',
  payment_captures: 'payment-captures',
  payment_refunds: 'payment-refunds',
  payment_adjustments: 'payment-adjustments',
  payment_discrepancies: 'payment-problems',
  payment_operations: 'payment-operations',
  payment_cards: 'cards-on-file',
  ledger_entries: 'ledger',
  invoices: 'invoices',
  day_closes: 'days-signed-off',
  difference_notes: 'differences-explained',
  network_movements: 'card-network-list',
  day_comparisons: 'days-compared',
  service_packages: 'packages',
  package_products: 'package-products',
  products: 'products',
  promotions: 'promotion-codes',
  promotion_uses: 'promotion-code-uses',
  stock_movements: 'stock-movements',
  catalog_changes: 'price-history',
  engines: 'engines',
  core_spots: 'core-spots',
  closures: 'closures',
  blocked_slots: 'blocked-times',
  days_off: 'days-off',
  contact_messages: 'office-messages',
  contact_replies: 'office-replies',
  incoming_texts: 'incoming-texts',
  notifications: 'notifications',
  sent_messages: 'sent-messages',
  settings: 'settings',
  setting_changes: 'settings-history',
  office_events: 'audit-log',
  imports: 'imports',
  import_records: 'import-records',
}

/** Tables in no archive, and why. */
export const leftOutTables: Record<string, string> = {
  secrets: 'keys of the server',
  sessions: 'open the accounts of people',
  push_subscriptions: 'write to the browsers of people',
  sign_in_codes: 'open the accounts of people',
  guest_links: 'open the visits of guests',
  calendar_feeds: 'open the calendars of technicians',
  idempotency_keys: 'answers for repeated calls, for a day',
  provider_events: 'what the card network has told us to look at',
  simulator_records: 'the card network of the demo',
  logos: 'made of a picture that the business has',
  logo_pictures: 'made of a picture that the business has',
  card_additions: 'calls to the card network for cards on file',
  position_shares: 'where a technician is at the moment',
  customer_totals: 'counted from visits and payments',
  daily_counts: 'counted from visits and payments',
  one_time_events: 'what is not to happen twice, as the history says it',
  offered_seats: 'counted from visits and blocked times',
  invoice_years: 'the last number of each year, as the invoices say it',
  migrations: 'how the tables came to be',
}

/** Columns holding secrets, by name pattern, and those whose text may contain a link or code. */
const secretName =
  /(^|_)(token|hash|secret|code|ticket|key|fingerprint)(_|$)|^network_(card|customer)_id$/
const secretColumns: Record<string, readonly string[]> = {
  sent_messages: ['subject', 'body', 'error'],
  users: ['search_text'],
  imports: ['content'],
}

/** Whether a column stays out of the archive. */
export const isSecret = (table: string, column: string): boolean =>
  secretName.test(column) || (secretColumns[table] ?? []).includes(column)
