import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { paymentDiscrepancies, paymentOperations } from '#server/database/tables/card-network.ts'
import {
  catalogChanges,
  packageProducts,
  products,
  servicePackages,
} from '#server/database/tables/catalog.ts'
import {
  contactMessages,
  contactReplies,
  incomingTexts,
} from '#server/database/tables/contact-messages.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { customerNotes, places } from '#server/database/tables/customers.ts'
import {
  dayCloses,
  dayComparisons,
  differenceNotes,
  networkMovements,
} from '#server/database/tables/daily-close.ts'
import { customerEvents, jobEvents, officeEvents } from '#server/database/tables/events.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { jobAddons, jobExtras } from '#server/database/tables/job-charges.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import {
  paymentAdjustments,
  paymentCaptures,
  paymentHolds,
  paymentDisputes,
  paymentRefunds,
  recordedPayments,
} from '#server/database/tables/payment-records.ts'
import { promotions, promotionUses } from '#server/database/tables/promotions.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { blockedSlots, closures, daysOff } from '#server/database/tables/schedule.ts'
import { settingChanges, settings } from '#server/database/tables/settings.ts'
import { stockMovements } from '#server/database/tables/stock-movements.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { users } from '#server/database/tables/users.ts'
import { engines, odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'

type Words<S extends string, Read = never> = S extends `${infer One} ${infer More}`
  ? Words<More, Read | One>
  : Exclude<Read | S, ''>
type WordsOfLines<S extends string> = S extends `${infer One}\n${infer More}`
  ? Words<One> | WordsOfLines<More>
  : Words<S>
type ColumnOf<T extends PgTable> = keyof T['$inferSelect'] & string

/** A table and its exported columns, separated by spaces or lines; unknown ones do not compile. */
const only = <T extends PgTable, const S extends string>(
  table: T,
  columns: WordsOfLines<S> extends ColumnOf<T> ? S : ColumnOf<T>,
) => {
  const all = getTableColumns(table)
  return { table, columns: columns.split(/\s+/).flatMap((name) => all[name] ?? []) }
}

/** The tables in the archive by file name, in the screens' words. A column that is not listed is not exported. */
export const exportedTables: Record<string, ReturnType<typeof only>> = {
  people: only(
    users,
    `id role firstName lastName email phone profileImageUrl createdAt lastLoginAt loginCount
    approvedAt deactivatedAt anonymizedAt emailNotifications smsNotifications
    marketingEmails appointmentReminders serviceUpdates language maxVisitsWithoutCard
    version changedBy skills workingHours homeAddress homeLatitude homeLongitude photoId
    invitedAt tags mergedInto invoicing timeZone`,
  ),
  vehicles: only(
    vehicles,
    `id customerId make model year licensePlate vin trim engine fuel oilType oilCapacity
    recommendedServiceLevel capacitySource confidence createdAt deletedAt touchedAt`,
  ),
  'odometer-readings': only(odometerReadings, 'id vehicleId miles readOn readBy createdAt'),
  'saved-places': only(places, 'id customerId name address accessNotes createdAt'),
  'customer-notes': only(customerNotes, 'id customerId authorId note createdAt'),
  'customer-history': only(customerEvents, 'id customerId actorId kind data version createdAt'),
  visits: only(
    jobs,
    `id number customerId technicianId vehicleId servicePackageId serviceDate slot seat
    startsAt serviceAddress status packageCents addonsCents extrasCents customerNotes
    technicianNotes communicationActive checklist confirmationDue createdAt startedAt
    completedAt cancelledAt cancelReason accessNotes latitude longitude needsConfirmation
    odometerMiles filledQuarts startedReceivedAt completedReceivedAt outcome notDoneReason
    notDoneNote feeDecisionUntil cancelFeeCents cancelFeeWithinHours notDoneFeeCents
    cancelFreeUntil technicianLost taxRateBp taxableCents onInvoice importedService contactName contactPhone`,
  ),
  'visit-history': only(jobEvents, 'id jobId actorId kind data createdAt receivedAt'),
  'visit-extras': only(
    jobExtras,
    `id jobId serviceType description unitCents quantity totalCents createdAt approval
    addedBy receivedAt taxable`,
  ),
  'visit-add-ons': only(
    jobAddons,
    'id jobId addonServiceId name priceCents addedByTechnician createdAt addedBy taxable',
  ),
  'visit-photos': only(
    jobPhotos,
    'id jobId moment uploadedBy width height bytes createdAt receivedAt unsent',
  ),
  'unsent-work': only(unsentWork, 'id jobId technicianId changes createdAt handledAt handledBy'),
  'visit-messages': only(
    conversationEntries,
    `id jobId type direction fromUserId toUserId message clientId readAt createdAt event
    receivedAt`,
  ),
  reviews: only(reviews, 'id jobId customerId technicianId rating comment createdAt mayPublish'),
  payments: only(
    paymentAccounts,
    `jobId state heldCents capturedCents refundedCents note adjustmentCents billedCents
    cardId cardTries retryAt holdAsked syncAt lastDecline wakeAt version createdAt updatedAt
    toldChargedCents toldRefundedCents feeCents enteredBy tipGivenCents tipCents amountCents
    visitOver visitOn technicianId billedTaxCents taxCollectedCents consentVersion consentAt
    recordedCents recoveredCents disputedCents lostCents dueSince`,
  ),
  'payment-holds': only(
    paymentHolds,
    `paymentId jobId cents expiresAt canRaise fixed refused status createdAt cardBrand
    cardLast4 wallet`,
  ),
  'payment-captures': only(
    paymentCaptures,
    `paymentId jobId capturedCents refundedCents refundBlocked createdAt cardBrand cardLast4
    purpose wallet disputedCents lostCents`,
  ),
  'payment-disputes': only(
    paymentDisputes,
    'disputeId jobId paymentId cents state respondBy createdAt decidedAt',
  ),
  'payment-refunds': only(paymentRefunds, 'refundId jobId paymentId cents status origin createdAt'),
  'recorded-payments': only(
    recordedPayments,
    `id jobId method cents reference receivedOn recordedBy createdAt takenBackAt takenBackBy
    takenBackReason`,
  ),
  'payment-adjustments': only(
    paymentAdjustments,
    'id jobId actorId fromCents toCents reason createdAt words kind',
  ),
  'payment-problems': only(
    paymentDiscrepancies,
    `id jobId ref detail createdAt resolvedAt stuckCents paymentId resolvedBy outcome
    resolution`,
  ),
  'payment-operations': only(
    paymentOperations,
    `id jobId kind cents paymentId buyerPresent status attempts nextTryAt leaseUntil
    createdAt closedAt keepCard wallet`,
  ),
  'cards-on-file': only(
    paymentCards,
    `id userId brand last4 consentVersion consentAt createdAt expires keptAt preferredAt
    removedAt forgottenAt toKeep`,
  ),
  ledger: only(ledgerEntries, 'id jobId ref debit credit cents memo at'),
  invoices: only(
    invoices,
    `id year nth number jobId issuedOn dueOn document totalCents voidedAt createdAt paidCents
    openCents billTo searchText`,
  ),
  'days-signed-off': only(
    dayCloses,
    `id day by entries figures openDifferences countedCashCents expectedCashCents
    takenCashCents createdAt`,
  ),
  'differences-explained': only(
    differenceNotes,
    'id day kind networkId hereCents thereCents note by createdAt',
  ),
  'card-network-list': only(networkMovements, 'kind id paymentId cents status at reference readAt'),
  'days-compared': only(dayComparisons, 'day from to readAt by'),
  packages: only(
    servicePackages,
    `id name description basePriceCents priceChanges oilType features isActive serviceType createdAt
    position isRecommended includedQuarts version taxable`,
  ),
  'package-products': only(packageProducts, 'packageId productId quantity perQuart'),
  products: only(
    products,
    `id name category priceCents description sku onSale stockQuantity isActive createdAt
    lowStockAt extraType version taxable`,
  ),
  'promotion-codes': only(
    promotions,
    `id reason percent capCents offCents visitsFrom visitsUntil maxUses maxUsesPerCustomer
    firstVisitOnly packageIds isActive uses givenCents version createdAt`,
  ),
  'promotion-code-uses': only(promotionUses, 'jobId promotionId cents createdAt'),
  'stock-movements': only(
    stockMovements,
    'id productId jobId quantity stockAfter reason actorId createdAt',
  ),
  'price-history': only(catalogChanges, 'id subjectId actorId changes createdAt'),
  engines: only(
    engines,
    `id make model years engine quarts viscosity oilType source confidence isOwn original
    version`,
  ),
  'core-spots': only(
    coreSpots,
    'id name address latitude longitude radiusMiles isActive createdAt version taxRateBp taxRateChanges',
  ),
  closures: only(
    closures,
    'id fromDate toDate slots name reason createdAt changedAt version changedBy',
  ),
  'blocked-times': only(blockedSlots, 'serviceDate slot reason createdAt'),
  'days-off': only(daysOff, 'id technicianId from to reason createdAt'),
  'office-messages': only(
    contactMessages,
    `id name email phone subject message handled createdAt network customerId jobId language
    assignedTo handledAt handledBy channel textsStopped`,
  ),
  'office-replies': only(contactReplies, 'id contactMessageId authorId message createdAt textId'),
  'incoming-texts': only(
    incomingTexts,
    'id contactMessageId providerId message attachments keyword createdAt',
  ),
  notifications: only(notifications, 'id userId type jobId readAt createdAt audience data'),
  'sent-messages': only(
    sentMessages,
    'id channel recipient status jobId createdAt sentAt language',
  ),
  settings: only(settings, 'id changed version updatedAt changes'),
  'settings-history': only(
    settingChanges,
    'id createdAt actorId subject subjectId before after undoes',
  ),
  'audit-log': only(officeEvents, 'id actorId kind jobId personId data createdAt'),
  imports: only(
    imports,
    `id actorId fileName columns state rows doneRows counts problems createdAt finishedAt undoneAt
    undoneBy`,
  ),
  'import-records': only(importRecords, 'importId kind recordId removedAt keptBecause'),
}

/** Tables in no archive, and why. */
export const leftOutTables: Record<string, string> = {
  secrets: 'keys of the server',
  sessions: 'open the accounts of people',
  push_subscriptions: 'write to the browsers of people',
  sign_in_codes: 'open the accounts of people',
  email_changes: 'addresses of people from before, for a week',
  guest_links: 'open the visits of guests',
  calendar_feeds: 'open the calendars of technicians',
  photo_parts: 'beginnings of photos under way, for two days',
  idempotency_keys: 'answers for repeated calls, for a day',
  provider_events: 'webhooks of the card network, to be processed',
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
