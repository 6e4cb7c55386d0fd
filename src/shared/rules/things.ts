/**
 * What calls show and change. The contract names them for every call; whoever shows something loads it again once a
 * write has changed it, or once the server says over the socket that it has.
 */
export const things = [
  /** The person who asks: who they are, their role, what they want to hear of. */
  'account',
  /** Cars, with their readings, their last service and whether a visit is ahead. */
  'vehicles',
  /** Visits, with all that a list of them says: time, people, state, amounts, where the payment stands. */
  'jobs',
  /** What was charged, or asked for, beyond the booking. */
  'extras',
  'photos',
  /** What technicians did to a visit that could not go in, as they told the office. */
  'unsent_work',
  /** Which times can be booked, and which days have a visit nearby. */
  'availability',
  /** What was written, said and announced about a visit, and what of it was read. */
  'conversation',
  /** Where a technician on the way is. */
  'position',
  'notifications',
  /** What is done in the background, and what of it was given up. */
  'tasks',
  /** What is due, held, charged and given back. */
  'payments',
  /** Who signed off which day, and what was compared and explained of it. */
  'closes',
  /** Cards that a customer keeps for later visits. */
  'cards',
  'reviews',
  'technicians',
  'customers',
  /** What was written to the office, whose it is to answer, and what was answered. */
  'contact_messages',
  /** Packages and products, their prices and what they take. */
  'catalog',
  /** How much of the products there is. */
  'stock',
  /** Codes that take something off a visit, and how often they were used. */
  'promotions',
  /** What is known of engines and the oil they take. */
  'engines',
  'service_area',
  /** Brand, opening hours and booking window. */
  'settings',
] as const
export type Thing = (typeof things)[number]
