import { getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '#server/database/tables.ts'

type Schema = typeof schema
type TableName = { [K in keyof Schema]: Schema[K] extends PgTable ? K : never }[keyof Schema]
type ColumnOf<K extends TableName> = keyof Schema[K]['$inferSelect'] & string

type Words<S extends string, Read = never> = S extends `${infer One} ${infer More}`
  ? Words<More, Read | One>
  : Exclude<Read | S, ''>
type WordsOfLines<S extends string> = S extends `${infer One}\n${infer More}`
  ? Words<One> | WordsOfLines<More>
  : Words<S>

/** Why a table is not in the archive; otherwise its file, exported columns and omitted columns. */
type Entry = string | readonly [file: string, exported: string, leftOut?: string]
type Listed<E> = E extends readonly [string, ...infer Columns extends string[]]
  ? WordsOfLines<Columns[number]>
  : never
type Wrong<E, Column> = E extends string
  ? never
  : Exclude<Column, Listed<E>> | Exclude<Listed<E>, Column>

/** Compiles only if every column of every table is listed. */
const everyTable = <const Lists extends Partial<Record<TableName, Entry>>>(
  lists: Lists & {
    [K in TableName]: [Wrong<Lists[K], ColumnOf<K>>] extends [never]
      ? Entry
      : { notListed: Wrong<Lists[K], ColumnOf<K>> }
  },
): Record<TableName, Entry> => lists

const lists = everyTable({
  users: [
    'people',
    `id role firstName lastName email phone profileImageUrl createdAt lastLoginAt loginCount
    approvedAt deactivatedAt anonymizedAt emailNotifications smsNotifications marketingEmails
    appointmentReminders serviceUpdates language maxVisitsWithoutCard version changedBy skills
    workingHours homeAddress homeLatitude homeLongitude photoId invitedAt tags mergedInto
    invoicing timeZone`,
    'emailProvenAt searchText',
  ],
  vehicles: [
    'vehicles',
    `id customerId unitNumber driverId make model year licensePlate vin trim engine fuel oilType oilCapacity
    recommendedServiceLevel capacitySource confidence engineId createdAt deletedAt touchedAt`,
  ],
  odometerReadings: ['odometer-readings', 'id vehicleId miles readOn readBy createdAt'],
  places: ['saved-places', 'id customerId name address accessNotes createdAt'],
  customerNotes: ['customer-notes', 'id customerId authorId note createdAt'],
  customerEvents: ['customer-history', 'id customerId actorId kind data version createdAt'],
  jobs: [
    'visits',
    `id number customerId technicianId tentativeTechnicianId technicianLock vehicleId servicePackageId serviceDate slot seat startsAt
    serviceAddress status packageCents addonsCents extrasCents customerNotes technicianNotes
    communicationActive checklist confirmationDue createdAt startedAt completedAt cancelledAt
    cancelReason accessNotes latitude longitude needsConfirmation odometerMiles filledQuarts tires usedProducts
    startedReceivedAt completedReceivedAt outcome notDoneReason notDoneNote feeDecisionUntil
    cancelFeeCents cancelFeeWithinHours notDoneFeeCents cancelFreeUntil technicianLost taxRateBp
    taxMode taxableCents onInvoice poNumber importedService contactName contactPhone`,
  ],
  companies: [
    'companies',
    `id accountId billingEmail billingAddress poRequired odometerRequired approvalAboveCents allowedPackageIds netDays
    taxCertificate taxExemptUntil onHold closedAt version createdAt`,
  ],
  companyApprovals: [
    'company-approvals',
    'jobId cents askedAt until lapsedAt answeredAt answeredBy approved',
  ],
  companyMembers: ['company-members', 'id companyId userId role joinedAt leftAt'],
  statements: [
    'statements',
    `id companyId period year nth number issuedOn dueOn document totalCents closedBy createdAt`,
    'pdf',
  ],
  statementLines: ['statement-lines', 'id statementId jobId position kind cents'],
  statementPayments: [
    'statement-payments',
    `id statementId method cents reference receivedOn recordedBy createdAt takenBackAt
    takenBackReason`,
  ],
  jobEvents: ['visit-history', 'id jobId actorId kind data createdAt receivedAt'],
  jobLines: [
    'visit-lines',
    `id jobId source kind position serviceType description quantity unitCents totalCents taxable productId product
    approval estimateId offered findingItemId repeats dismissedAt addedByTechnician addedBy createdAt receivedAt`,
  ],
  approvals: [
    'approvals',
    `id jobId estimateId method person phone said sentBy lines totalCents words signature hash createdAt receivedAt`,
    'signatureHash',
  ],
  jobPhotos: [
    'visit-photos',
    'id jobId moment uploadedBy width height bytes createdAt receivedAt unsent',
  ],
  inspectionTemplates: ['inspection-templates', 'id version isActive createdAt'],
  inspectionTemplateVersions: [
    'inspection-template-versions',
    'templateId version name groups createdAt',
  ],
  inspections: ['inspections', 'jobId templateId templateVersion findings savedAt receivedAt'],
  jobReceipts: [
    'visit-receipts',
    `jobId state subtotals registrationNumber warranty nextServiceWords nextServiceOn nextServiceMiles
    createdAt`,
  ],
  unsentWork: ['unsent-work', 'id jobId technicianId changes createdAt handledAt handledBy'],
  conversationEntries: [
    'visit-messages',
    `id jobId type direction fromUserId toUserId message clientId readAt createdAt event
    receivedAt`,
  ],
  reviews: ['reviews', 'id jobId customerId technicianId rating comment createdAt mayPublish'],
  paymentAccounts: [
    'payments',
    `jobId state heldCents capturedCents refundedCents note adjustmentCents billedCents cardId
    cardTries retryAt holdAsked syncAt lastDecline wakeAt version createdAt updatedAt
    notifiedChargedCents notifiedRefundedCents feeCents enteredBy tipGivenCents tipCents amountCents
    visitOver visitOn technicianId billedTaxCents taxCollectedCents consentVersion consentAt
    recordedCents recoveredCents disputedCents lostCents dueSince tipDisputedCents tipLostCents
    tipRecoveredCents`,
    'lastTokenHash',
  ],
  paymentHolds: [
    'payment-holds',
    `paymentId jobId cents expiresAt canRaise fixed refused status createdAt cardBrand cardLast4
    wallet`,
  ],
  paymentCaptures: [
    'payment-captures',
    `paymentId jobId capturedCents refundedCents refundBlocked createdAt cardBrand cardLast4
    purpose wallet disputedCents lostCents`,
  ],
  paymentDisputes: [
    'payment-disputes',
    'disputeId jobId paymentId cents state respondBy createdAt decidedAt',
  ],
  paymentRefunds: ['payment-refunds', 'refundId jobId paymentId cents status origin createdAt'],
  recordedPayments: [
    'recorded-payments',
    `id jobId method cents reference receivedOn recordedBy statementPaymentId createdAt takenBackAt takenBackBy
    takenBackReason`,
  ],
  paymentAdjustments: [
    'payment-adjustments',
    'id jobId actorId fromCents toCents reason createdAt words kind',
    'keyHash',
  ],
  paymentDiscrepancies: [
    'payment-problems',
    'id jobId ref detail createdAt resolvedAt stuckCents paymentId resolvedBy outcome resolution',
  ],
  paymentOperations: [
    'payment-operations',
    `id jobId kind cents paymentId buyerPresent status attempts nextTryAt leaseUntil createdAt
    closedAt saveForLater wallet`,
    'token code',
  ],
  paymentCards: [
    'cards-on-file',
    `id userId brand last4 consentVersion consentAt createdAt expires keptAt preferredAt
    removedAt networkDeletedAt toKeep`,
    'networkCardId networkCustomerId fingerprint',
  ],
  ledgerEntries: ['ledger', 'id jobId ref debit credit cents memo at'],
  invoices: [
    'invoices',
    `id year nth number jobId issuedOn dueOn document totalCents voidedAt createdAt paidCents
    openCents billTo searchText`,
  ],
  dayCloses: [
    'days-signed-off',
    `id day by entries figures openDifferences countedCashCents expectedCashCents takenCashCents
    createdAt`,
  ],
  differenceNotes: [
    'differences-explained',
    'id day kind networkId hereCents thereCents note by createdAt',
  ],
  networkMovements: ['card-network-list', 'kind id paymentId cents status at reference readAt'],
  dayComparisons: ['days-compared', 'day from to readAt by'],
  servicePackages: [
    'packages',
    `id name description basePriceCents priceChanges oilType features isActive serviceType
    createdAt position isRecommended includedQuarts minutes version taxable`,
  ],
  packageProducts: ['package-products', 'packageId productId quantity perQuart'],
  products: [
    'products',
    `id name category priceCents description sku onSale stockQuantity isActive createdAt
    lowStockAt extraType version taxable brand viscosity serviceCategory partNumber condition unitCostCents`,
  ],
  promotions: [
    'promotion-codes',
    `id code reason percent capCents offCents visitsFrom visitsUntil maxUses maxUsesPerCustomer
    firstVisitOnly packageIds isActive uses givenCents version createdAt`,
  ],
  promotionUses: ['promotion-code-uses', 'jobId promotionId cents createdAt'],
  stockMovements: [
    'stock-movements',
    'id productId jobId quantity stockAfter reason actorId createdAt',
  ],
  catalogChanges: ['price-history', 'id subjectId actorId changes createdAt'],
  engines: [
    'engines',
    `id make model years engine quarts viscosity oilType source confidence isOwn original version
    filters drainPlugTorque drainPlugWasher oilReset`,
  ],
  coreSpots: [
    'core-spots',
    `id name address latitude longitude radiusMiles isActive createdAt version taxRateBp
    taxRateChanges taxMode`,
  ],
  closures: [
    'closures',
    'id fromDate toDate slots name reason createdAt changedAt version changedBy',
  ],
  blockedSlots: ['blocked-times', 'serviceDate slot reason createdAt'],
  waitlistEntries: [
    'waitlist',
    `id customerId jobId vehicleId servicePackageId fromDate toDate slots serviceAddress position
    createdAt endedAt outcome`,
  ],
  waitlistOffers: [
    'waitlist-offers',
    `id entryId planPeriodId serviceDate slot seat technicianId minutes latitude longitude
    visitStartsAt createdAt expiresAt endedAt outcome`,
  ],
  plans: ['plans', 'id name description isActive version createdAt'],
  planVersions: [
    'plan-versions',
    `id planId number servicePackageId addonIds everyMonths everyMiles keptCents percent firstVisits
    firstPercent termMonths createdAt`,
  ],
  subscriptions: [
    'plan-members',
    `id customerId vehicleId planVersionId offeredVersionId state anchorOn passed nextNumber notBefore serviceAddress
    slot poNumber cardId autoBook termFrom remindedFor pausedUntil createdAt endedAt endReason endWords`,
  ],
  planPeriods: [
    'plan-services',
    'id subscriptionId number dueOn state jobId reason createdAt changedAt',
  ],
  planConsents: ['plan-consents', 'id subscriptionId kind words hash network createdAt'],
  daysOff: ['days-off', 'id technicianId from to reason createdAt'],
  contactMessages: [
    'office-messages',
    `id name email phone subject message handled createdAt network customerId jobId language
    assignedTo handledAt handledBy channel textsStopped`,
  ],
  contactReplies: ['office-replies', 'id contactMessageId authorId message createdAt textId'],
  incomingTexts: [
    'incoming-texts',
    'id contactMessageId providerId message attachments keyword createdAt',
  ],
  notifications: ['notifications', 'id userId type jobId readAt createdAt audience data'],
  sentMessages: [
    'sent-messages',
    'id channel recipient status jobId createdAt sentAt language',
    'subject body error',
  ],
  settings: ['settings', 'id changed version updatedAt changes'],
  settingChanges: [
    'settings-history',
    'id createdAt actorId subject subjectId before after undoes',
  ],
  officeEvents: ['audit-log', 'id actorId kind jobId personId data createdAt'],
  imports: [
    'imports',
    `id actorId fileName columns state rows doneRows counts problems createdAt finishedAt
    undoneAt undoneBy`,
    'requestKey content mend',
  ],
  importRecords: ['import-records', 'importId kind recordId removedAt keptBecause', 'fingerprint'],
  secrets: 'keys of the server',
  sessions: 'open accounts',
  pushSubscriptions: 'send push messages to browsers',
  signInCodes: 'open accounts',
  emailChanges: 'previous addresses, for a week',
  guestLinks: 'open guest visits',
  calendarFeeds: 'open calendar feeds',
  photoParts: 'parts of photos still uploading, for two days',
  idempotencyKeys: 'stored answers to repeated calls, for a day',
  providerEvents: 'webhooks of the card network that wait to be processed',
  simulatorRecords: 'the card network of the demo',
  logos: 'made from a picture the business has',
  logoPictures: 'made from a picture the business has',
  cardAdditions: 'calls to the card network for cards on file',
  positionShares: 'current positions of technicians',
  learnedDrives: 'computed from visits',
  travelTimes: 'drives between places; the routing server gives them again',
  dayPlans: 'drives between places; the routing server gives them again',
  customerTotals: 'counted from visits and payments',
  dailyCounts: 'counted from visits and payments',
  oneTimeEvents: 'marks that stop an event from happening twice',
  offeredSeats: 'counted from visits and blocked times',
  statementYears: 'the last number of each year; the statements contain it',
  invoiceYears: 'the last number of each year; the invoices contain it',
})

const tables: Pick<Schema, TableName> = schema

/** The tables in the archive and their exported columns, by file name, in the screens' words. */
export const exportedTables: Record<string, { table: PgTable; columns: AnyPgColumn[] }> =
  Object.fromEntries(
    Object.entries(lists).flatMap(([key, entry]) => {
      if (typeof entry === 'string') return []
      const table = tables[key as TableName]
      const all: Record<string, AnyPgColumn> = getTableColumns(table)
      return [
        [entry[0], { table, columns: entry[1].split(/\s+/).flatMap((name) => all[name] ?? []) }],
      ]
    }),
  )
