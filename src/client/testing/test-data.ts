import type { User } from '#shared/contract/accounts.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { ServicePackage } from '#shared/contract/catalog.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { HistoryEntry } from '#shared/contract/job-history.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import type { Approval } from '#shared/contract/estimates.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { type SlotStatus } from '#shared/rules/slots.ts'
import { slotLabels } from '#shared/rules/test-slots.ts'
import type { Customer } from '#shared/contract/customers.ts'
import type { Payment, PaymentDue } from '#shared/contract/payments.ts'

let count = 0
/** A UUID unique in the test. */
export const newId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`

export const aPerson = (part: Partial<User> = {}): User => ({
  id: newId(),
  role: 'customer',
  firstName: 'Dana',
  lastName: 'Reyes',
  email: 'dana@example.com',
  phone: '(555) 010-0143',
  profileImageUrl: null,
  language: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  loginCount: 3,
  active: true,
  paysByInvoice: false,
  emailNotifications: true,
  smsNotifications: false,
  marketingEmails: false,
  appointmentReminders: true,
  serviceUpdates: true,
  ...part,
})

export const aBusiness = (part: Partial<PublicConfig> = {}): PublicConfig => ({
  brandName: 'Fivequart',
  tagline: 'Oil changes where you park',
  logo: null,
  supportEmail: 'support@example.com',
  supportPhone: '(555) 010-0142',
  timeZone: 'America/Chicago',
  claims: [],
  replyHours: 24,
  serviceDays: [1, 2, 3, 4, 5, 6],
  weeklyHours: defaultSettings.weeklyHours,
  slotTimes: defaultSettings.slotTimes,
  earlierSlotTimes: [],
  uses: usesEverything,
  published: { hours: true, prices: true },
  today: '2026-05-04',
  earliestDate: '2026-05-05',
  latestDate: '2026-08-02',
  rescheduleNoticeHours: 0,
  cancelNoticeHours: 0,
  cancelFeeCents: 0,
  cancelFeeWithinHours: 24,
  notDoneFeeCents: 0,
  tipsEnabled: false,
  takesCash: false,
  takesChecks: false,
  takesTerminal: false,
  takesTransfers: false,
  techniciansRecordPayments: false,
  salesTaxRateBp: null,
  maxVisitsPerVehiclePerDay: 1,
  extraApprovalAboveCents: 5000,
  slotCapacityMode: 'technicians',
  telephony: false,
  addressSuggestions: false,
  cardPayments: true,
  demo: false,
  oidc: null,
  ...part,
})

export const aVehicle = (part: Partial<Vehicle> = {}): Vehicle => ({
  id: newId(),
  customerId: newId(),
  make: 'Honda',
  model: 'Accord',
  year: '2018',
  licensePlate: 'LMX 4821',
  vin: null,
  trim: null,
  engine: '1.5L I4',
  fuel: 'Gasoline',
  oilType: 'full_synthetic',
  oilCapacity: 3.7,
  recommendedServiceLevel: 'full_synthetic',
  capacitySource: 'table',
  confidence: 'high',
  createdAt: '2026-03-01T12:00:00.000Z',
  hasActiveJob: false,
  lastServiceDate: null,
  lastServiceMiles: null,
  measuredQuarts: null,
  odometer: [],
  ...part,
})

export const aPackage = (part: Partial<ServicePackage> = {}): ServicePackage => ({
  id: newId(),
  name: 'Full Synthetic',
  description: 'Up to five quarts and a filter',
  basePrice: 129.99,
  taxable: true,
  oilType: 'full_synthetic',
  features: ['Filter included'],
  isActive: true,
  serviceType: 'oil_change',
  isRecommended: false,
  includedQuarts: 5,
  minutes: 45,
  ...part,
})

export const aDay = (date: string, statuses: readonly SlotStatus[] = []): Day => {
  const slots = slotLabels.map((timeSlot, i) => ({ timeSlot, status: statuses[i] ?? 'open' }))
  return { date, open: slots.some(({ status }) => status === 'open'), slots }
}

export const aJob = (part: Partial<Job> = {}): Job => ({
  id: newId(),
  number: 'FQ-1042',
  customerId: newId(),
  technicianId: null,
  vehicleId: newId(),
  servicePackageId: newId(),
  servicePackageName: 'Full Synthetic',
  oilType: 'full_synthetic',
  scheduledDate: '2026-05-06',
  scheduledTime: '9:30 AM - 10:30 AM',
  startsAt: '2026-05-06T14:30:00.000Z',
  serviceAddress: '2100 Barton Springs Rd, Austin, TX 78704',
  contactName: '',
  contactPhone: '',
  accessNotes: '',
  coordinates: null,
  minutes: 45,
  needsConfirmation: false,
  status: 'scheduled',
  totalAmount: '129.99',
  addonsAmount: '0.00',
  extrasAmount: '0.00',
  finalAmount: '129.99',
  cost: {
    quoted: '129.99',
    lines: '129.99',
    adjustments: [],
    fee: '0.00',
    amount: '129.99',
    held: '0.00',
    charged: '0.00',
    refunded: '0.00',
    paid: '0.00',
    due: '129.99',
    excess: '0.00',
  },
  customerNotes: '',
  technicianNotes: '',
  communicationActive: false,
  addons: [],
  vehicle: {
    year: '2018',
    make: 'Honda',
    model: 'Accord',
    licensePlate: 'LMX 4821',
    engine: null,
    oilCapacity: 3.7,
  },
  customer: { id: newId(), name: 'Dana Reyes', phone: '(555) 010-0143', email: null },
  technician: null,
  odometerMiles: null,
  filledQuarts: null,
  tires: null,
  checklist: [],
  paymentStatus: 'pending',
  paymentState: 'none',
  heldAmount: null,
  paidAmount: '0.00',
  createdAt: '2026-05-01T12:00:00.000Z',
  startedAt: null,
  completedAt: null,
  startedReceivedAt: null,
  completedReceivedAt: null,
  cancelReason: null,
  outcome: null,
  notDone: null,
  fees: {
    cancelFee: '0.00',
    cancelFeeWithinHours: 24,
    cancelFreeUntil: '2026-05-05T14:30:00.000Z',
    notDoneFee: '0.00',
  },
  feeDecision: null,
  agreedFee: null,
  reviewed: false,
  ...part,
})

export const aMessage = (part: Partial<Communication> = {}): Communication => ({
  id: newId(),
  type: 'sms',
  direction: 'outbound',
  fromUserId: null,
  toUserId: null,
  event: null,
  message: 'I am at the gate',
  clientId: newId(),
  readAt: null,
  createdAt: '2026-05-04T15:00:00.000Z',
  receivedAt: '2026-05-04T15:00:00.000Z',
  ...part,
})

export const anExtra = (part: Partial<JobExtra> = {}): JobExtra => ({
  id: newId(),
  serviceType: 'other',
  description: 'New battery',
  unitPrice: 20,
  quantity: 1,
  totalPrice: 20,
  approval: 'not_needed',
  correctable: true,
  removable: true,
  addedAt: '2026-05-06T15:00:00.000Z',
  addedReceivedAt: '2026-05-06T15:00:00.000Z',
  ...part,
})

export const anApproval = (part: Partial<Approval> = {}): Approval => ({
  id: newId(),
  estimateId: newId(),
  method: 'link',
  person: 'Dana Reyes',
  lines: [
    {
      lineId: newId(),
      description: 'New battery',
      quantity: 1,
      totalPrice: '20.00',
      approved: true,
    },
  ],
  total: '20.00',
  words: 'I approve these charges: $20.00 in all.',
  hash: 'ab'.repeat(32),
  at: '2026-05-06T15:00:00.000Z',
  ...part,
})

export const aHistoryEntry = (part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: newId(),
  event: 'service_started',
  at: '2026-05-06T15:00:00.000Z',
  receivedAt: '2026-05-06T15:00:00.000Z',
  by: { role: 'technician', name: 'Luis Ortega' },
  own: false,
  title: 'Service started',
  lines: [],
  comment: '',
  amount: null,
  before: null,
  after: null,
  ...part,
})

export const aCustomer = (part: Partial<Customer> = {}): Customer => ({
  id: newId(),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  createdAt: '2026-11-21T16:43:00.000Z',
  lastLoginAt: null,
  loginCount: 0,
  vehicleCount: 0,
  jobCount: 0,
  totalSpent: '0.00',
  lastServiceDate: null,
  role: 'customer',
  status: 'new',
  tags: [],
  maxVisitsWithoutCard: null,
  invoicing: null,
  version: 1,
  ...part,
})

export const aTechnician = (part: Partial<Technician> = {}): Technician => ({
  id: newId(),
  firstName: 'Luis',
  lastName: 'Ortega',
  email: 'luis@example.com',
  phone: '(555) 010-0144',
  createdAt: '2026-01-05T12:00:00.000Z',
  status: 'active',
  rating: 4.9,
  jobsToday: 2,
  inProgress: false,
  skills: ['diesel'],
  workingHours: null,
  daysOff: [],
  homeBase: null,
  photoUrl: null,
  invitedAt: null,
  lastLoginAt: null,
  version: 1,
  ...part,
})

export const aPayment = (part: Partial<Payment> = {}): Payment => ({
  recorded: [],
  id: newId(),
  jobId: newId(),
  jobNumber: 'FQ-1042',
  visitDate: '2026-05-05',
  customerName: 'Dana Reyes',
  customerId: newId(),
  amount: '129.99',
  capturedAmount: '0.00',
  heldAmount: '0.00',
  card: null,
  refundedAmount: '0.00',
  status: 'pending',
  state: 'none',
  refundableAmount: '0.00',
  problems: [],
  notes: '',
  createdAt: '2026-05-04T12:00:00.000Z',
  ...part,
})

/** An unpaid visit's $129.99. */
export const aDue = (job: Job): PaymentDue => ({
  jobId: job.id,
  amount: '129.99',
  state: 'none',
  status: 'pending',
  heldAmount: null,
  holdExpiresAt: null,
  card: null,
  savesCard: false,
})
