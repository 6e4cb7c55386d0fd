/** What calls show and change, and events make old. */
export const things = [
  'account',
  'vehicles',
  'jobs',
  'availability',
  'conversation',
  'position',
  'notifications',
  'payments',
  'photos',
  'extras',
  'reviews',
  'technicians',
  'customers',
  'schedule',
  'settings',
  'catalog',
  'service_area',
  'contact_messages',
  'sent_mail',
] as const
export type Thing = (typeof things)[number]
