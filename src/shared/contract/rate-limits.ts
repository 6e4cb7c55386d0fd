import type { Contract } from './contract.ts'

/**
 * Calls per minute for one person, or one address when signed out, where they differ from REQUESTS_PER_MINUTE. Guessable or
 * costly calls are also counted in the database: sign-in codes (`accounts/actions/code-limits.ts`), contact messages
 * (`contact/message-limits.ts`), texts and calls about a visit.
 */
export const rateLimits: Partial<Record<keyof Contract, number>> = {
  'GET /api/health': 6000,
  'GET /api/ready': 6000,
  'POST /api/auth/email-code': 120,
  'POST /api/auth/email-code/verify': 120,
  'GET /api/account/data': 30,
  'POST /api/vehicles/vin-lookup': 120,
  'POST /api/vehicles/plate-lookup': 20,
  'POST /api/calendar-feed': 10,
  'POST /api/guest-bookings': 20,
  'POST /api/guest-bookings/confirm': 20,
  'GET /api/service-area': 120,
  'GET /api/service-area/days': 120,
  'GET /api/zip-codes': 120,
  'GET /api/address-suggestions': 120,
  'POST /api/jobs/{id}/send-message': 60,
  'POST /api/jobs/{id}/call': 6,
  'PUT /api/jobs/{id}/position': 30,
  'POST /api/contact': 10,
  'POST /api/payments/process': 20,
  'POST /api/jobs/{id}/tip': 20,
  'POST /api/payments/pre-authorize': 20,
  'POST /api/payments/cards': 10,
  'POST /api/payments/webhook': 600,
  'POST /api/telephony/inbound': 600,
  // A mail provider's servers post for all of its mailboxes.
  'POST /api/unsubscribe/{token}': 600,
  'POST /api/jobs/{id}/photos': 120,
  'POST /api/jobs/{id}/unsent-photos': 120,
  'PUT /api/photo-parts/{upload}': 1200,
  'POST /api/hand-in': 10,
}
