/**
 * Things that calls show and change. The contract lists them for every call; screens load a thing again after a write or a
 * socket update that changed it.
 */
export const things = [
  /** The caller's identity, role and preferences. */
  'account',
  /** Cars with readings, last service, and whether a visit is ahead. */
  'vehicles',
  /** Visits with everything lists show: time, people, state, amounts, payment state. */
  'jobs',
  /** Charges and requests beyond the booking. */
  'extras',
  'photos',
  /** Inspections of cars. */
  'inspections',
  'inspection_templates',
  /** Technicians' rejected changes, as reported to the office. */
  'unsent_work',
  /** Waitlist entries and held times. */
  'waitlist',
  /** Membership plans, their members and due services. */
  'plans',
  /** Bookable times, and days with visits nearby. */
  'availability',
  /** A visit's messages, calls and announcements, and read marks. */
  'conversation',
  /** The position of a technician on the way. */
  'position',
  'notifications',
  /** Background tasks and failed ones. */
  'tasks',
  /** Amounts due, held, charged and refunded. */
  'payments',
  /** Sign-offs, comparisons and explanations of days. */
  'closes',
  /** Saved cards. */
  'cards',
  'reviews',
  'technicians',
  'customers',
  /** Companies with members, rules and yards. */
  'companies',
  'team',
  /** Messages to the office, their assignees and answers. */
  'contact_messages',
  /** Packages and products with prices and stock use. */
  'catalog',
  /** Stock of products. */
  'stock',
  /** Promotion codes and their uses. */
  'promotions',
  /** Engines and their oil. */
  'engines',
  'service_area',
  /** Brand, opening hours and booking window. */
  'settings',
] as const
export type Thing = (typeof things)[number]
