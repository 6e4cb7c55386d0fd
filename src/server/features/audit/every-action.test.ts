import { expect, test } from 'vitest'
import { consequencesOf } from '#server/events/consequences.ts'
import { auditRuleOf } from '#server/events/describe-history.ts'
import { contract } from '#shared/contract/contract.ts'
import type { EventName } from '#shared/rules/events.ts'

/** Log entries of every office call; null if it changes nothing about the business. */
const leaves: Record<string, readonly EventName[] | null> = {
  'POST /api/vehicles': ['vehicle_saved'],
  'PATCH /api/vehicles/{id}': ['vehicle_saved'],
  'DELETE /api/vehicles/{id}': ['vehicle_deleted'],
  'POST /api/vehicles/{id}/odometer': ['vehicle_saved'],
  'DELETE /api/vehicles/{id}/odometer/{date}': ['vehicle_saved'],
  'PUT /api/admin/vehicles/{id}/recover': ['vehicle_recovered'],
  'POST /api/jobs': ['job_booked'],
  'POST /api/bookings': ['job_booked'],
  'POST /api/admin/bookings': ['job_booked'],
  'PATCH /api/jobs/{id}': ['job_changed'],
  'POST /api/jobs/{id}/cancel': ['job_cancelled'],
  'POST /api/jobs/{id}/not-done': ['job_not_done'],
  'POST /api/jobs/{id}/fee': ['fee_decided'],
  'POST /api/jobs/{id}/reschedule': ['job_rescheduled'],
  'POST /api/jobs/{id}/assign': ['job_assigned', 'job_unassigned'],
  'PUT /api/jobs/{id}/lock': ['technician_locked', 'technician_unlocked'],
  'POST /api/jobs/{id}/confirm': ['job_confirmed'],
  'POST /api/jobs/{id}/customer-link': ['customer_link_shown'],
  'PATCH /api/jobs/{id}/status': ['service_started', 'service_completed', 'job_cancelled'],
  'PUT /api/jobs/{id}/checklist': ['checklist_saved'],
  'PUT /api/jobs/{id}/notes': ['notes_saved'],
  'PUT /api/jobs/{id}/measurements': ['measurements_saved'],
  'POST /api/jobs/{id}/extras': ['extra_added', 'extra_billed'],
  'PATCH /api/jobs/{id}/extras/{extraId}': ['extra_corrected'],
  'DELETE /api/jobs/{id}/extras/{extraId}': ['extra_removed'],
  'POST /api/jobs/{id}/extras/{extraId}/decision': ['extra_decided'],
  'POST /api/jobs/{id}/addons': ['addon_added'],
  'DELETE /api/jobs/{id}/addons/{addonId}': ['addon_removed'],
  'POST /api/jobs/{id}/messages/{messageId}/resend': ['message_resent'],
  'POST /api/jobs/{id}/activate-communication': ['technician_on_way', 'technician_arrived'],
  'POST /api/jobs/{id}/close-communication': ['communication_closed'],
  'POST /api/jobs/{id}/send-message': ['job_message'],
  'POST /api/jobs/{id}/call': ['call_started'],
  'PATCH /api/jobs/{id}/communications/read': null,
  'POST /api/jobs/{id}/photos': ['photo_added'],
  'DELETE /api/photos/{id}': ['photo_removed'],
  'PUT /api/photo-parts/{upload}': ['photo_added'],
  'POST /api/jobs/{id}/unsent-work/{workId}/add': ['extra_billed', 'photo_added'],
  'PATCH /api/jobs/{id}/unsent-work/{workId}': ['unsent_work_handled'],
  'POST /api/payments/process': ['payment_charged'],
  'POST /api/payments/pre-authorize': ['card_saved', 'payment_held'],
  'PATCH /api/payments/{jobId}/adjust': ['payment_adjusted'],
  'POST /api/payments/{jobId}/record': ['payment_recorded'],
  'DELETE /api/payments/{jobId}/record/{id}': ['payment_taken_back'],
  'POST /api/payments/{jobId}/refund': ['refund_decided'],
  'POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve': ['payment_problem_resolved'],
  'POST /api/admin/close': ['day_closed'],
  'POST /api/admin/close/compare': null,
  'POST /api/admin/failed-tasks/{id}/retry': null,
  'POST /api/admin/close/explain': ['difference_settled'],
  'POST /api/admin/close/record': ['difference_settled'],
  'POST /api/admin/team': ['team_member_added'],
  'DELETE /api/admin/team/{id}': ['team_member_removed'],
  'DELETE /api/admin/email-changes/{id}': ['email_change_undone'],
  'POST /api/admin/core-spots': ['service_area_changed'],
  'PATCH /api/admin/core-spots/{id}': ['service_area_changed'],
  'DELETE /api/admin/core-spots/{id}': ['service_area_changed'],
  'PATCH /api/service-packages/{id}/price': ['catalog_changed'],
  'PATCH /api/admin/service-packages/{id}/price': ['catalog_changed'],
  'POST /api/admin/service-packages': ['catalog_changed'],
  'PATCH /api/admin/service-packages/{id}': ['catalog_changed'],
  'PUT /api/admin/service-packages/order': ['catalog_changed'],
  'DELETE /api/admin/service-packages/{id}': ['catalog_changed'],
  'POST /api/admin/products': ['catalog_changed'],
  'PATCH /api/admin/products/{id}': ['catalog_changed'],
  'DELETE /api/admin/products/{id}': ['catalog_changed'],
  'POST /api/admin/products/{id}/stock': ['stock_changed'],
  'POST /api/admin/promotions': ['promotion_changed'],
  'PATCH /api/admin/promotions/{id}': ['promotion_changed'],
  'DELETE /api/admin/promotions/{id}': ['promotion_changed'],
  'POST /api/admin/engines': ['engines_changed'],
  'PATCH /api/admin/engines/{id}': ['engines_changed'],
  'POST /api/admin/engines/{id}/undo': ['engines_changed'],
  'DELETE /api/admin/engines/{id}': ['engines_changed'],
  'PATCH /api/admin/messages/{id}': ['contact_message_handled', 'contact_message_assigned'],
  'POST /api/admin/messages/{id}/reply': ['contact_message_answered', 'contact_message_handled'],
  'POST /api/admin/block-slot': ['slots_blocked', 'slots_opened'],
  'POST /api/admin/block-day': ['slots_blocked', 'slots_opened'],
  'POST /api/admin/block-range': ['slots_blocked', 'slots_opened'],
  'PUT /api/admin/closures/{id}': ['slots_blocked', 'slots_opened'],
  'DELETE /api/admin/closures/{id}': ['slots_opened'],
  'POST /api/calendar-feed': ['calendar_feed_changed'],
  'DELETE /api/calendar-feed': ['calendar_feed_changed'],
  'POST /api/admin/technicians/{id}/calendar-feed': ['calendar_feed_changed'],
  'DELETE /api/admin/technicians/{id}/calendar-feed': ['calendar_feed_changed'],
  'POST /api/admin/schedule/assign': ['job_assigned'],
  'POST /api/admin/days/{date}/optimize': ['job_assigned', 'job_unassigned'],
  'POST /api/admin/customers': ['customer_changed'],
  'PATCH /api/admin/customers/{id}': ['customer_changed'],
  'DELETE /api/admin/customers/{id}': ['account_deleted'],
  'POST /api/admin/customers/{id}/end-texts': ['customer_changed'],
  'POST /api/admin/customers/{id}/notes': ['customer_changed'],
  'DELETE /api/admin/customers/{id}/notes/{noteId}': ['customer_changed'],
  'POST /api/admin/customers/{id}/merge': ['customers_merged'],
  'POST /api/admin/import': ['customers_imported'],
  'POST /api/admin/imports/{id}/undo': ['import_undone'],
  'POST /api/admin/technicians': ['technician_added', 'account_approved'],
  'PATCH /api/admin/technicians/{id}': ['technician_changed'],
  'POST /api/admin/technicians/{id}/days-off': ['technician_away'],
  'DELETE /api/admin/technicians/{id}/days-off/{dayOffId}': ['technician_back'],
  'POST /api/admin/technicians/{id}/invite': ['technician_invited', 'account_approved'],
  'POST /api/admin/technicians/{id}/photo': ['technician_changed'],
  'DELETE /api/admin/technicians/{id}/photo': ['technician_changed'],
  'POST /api/admin/technicians/{id}/approve': ['account_approved'],
  'DELETE /api/admin/technicians/{id}': ['technician_deactivated'],
  'POST /api/admin/technicians/{id}/hand-in-code': ['hand_in_code_made'],
  'POST /api/admin/message-words/preview': null,
  // Only sent to the admin who tries it.
  'POST /api/admin/message-words/test': null,
  // Reads the card network's state again; resulting changes have their own entries.
  'POST /api/admin/card-network/check': null,
  'POST /api/payments/{jobId}/refresh': null,
  'POST /api/admin/card-network/events/{id}/replay': null,
  // A preview only; choosing it is a settings change.
  'POST /api/admin/logo': null,
  'PUT /api/admin/settings': ['settings_changed'],
  'PATCH /api/admin/tax-rate': ['settings_changed', 'service_area_changed'],
  'POST /api/admin/settings/changes/{id}/undo': ['settings_changed', 'service_area_changed'],
}

test('every call with which the office changes something has a log entry', () => {
  const calls = Object.entries(contract)
    .filter(
      ([route, { allow }]) =>
        !route.startsWith('GET ') && [...allow].some((who) => who === 'admin'),
    )
    .map(([route]) => route)
  expect(Object.keys(leaves).toSorted()).toEqual(calls.toSorted())
})

test('every such entry has a line in the log', () => {
  for (const event of Object.values(leaves).flatMap((events) => events ?? []))
    expect
      .soft(consequencesOf(event).history ?? auditRuleOf(event)?.line({}, () => '').title, event)
      .toBeTruthy()
})
