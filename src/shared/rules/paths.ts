import { dialedNumber } from './phone-numbers.ts'

type BookingFor = {
  customerId?: string
  vehicleId?: string
  date?: string
  time?: string
  technicianId?: string
}

/** Every path of the client, so that a link is never typed by hand. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  /** Of this browser and of the account; leads back to `next`. */
  chooseLanguage: (language: string, next: string) =>
    `/api/auth/language?${new URLSearchParams({ to: language, next })}`,
  booking: '/booking',
  adminBooking: '/admin/booking',
  /** The office's booking, with what is known of it already; `time` is a slot's label. */
  bookFor: (known: BookingFor) => `/admin/booking?${new URLSearchParams(known)}`,
  bookVehicle: (vehicleId: string) => `/booking?vehicleId=${encodeURIComponent(vehicleId)}`,
  /** The same car, package and place as of that visit. */
  bookAgain: (jobId: string) => `/booking?again=${encodeURIComponent(jobId)}`,
  addVehicle: '/add-vehicle',
  vehicleLookup: '/vehicle-lookup',
  vehicle: (id: string) => `/vehicles/${id}`,
  orders: '/orders',
  /** The list, with this visit shown. */
  order: (jobId: string) => `/orders?visit=${jobId}`,
  profile: '/profile',
  notifications: '/notifications',
  notificationPreferences: '/notifications?tab=preferences',
  dashboard: '/dashboard',
  /** Leads whoever is there to where they book. */
  book: '/book',
  job: (id: string) => `/job/${id}`,
  communication: (jobId: string) => `/job/${jobId}/communication`,
  payment: (jobId: string) => `/payment/${jobId}`,
  /** The part of the same page that asks for a tip. */
  tip: (jobId: string) => `/payment/${jobId}#tip`,
  receipt: (jobId: string) => `/receipt/${jobId}`,
  invoicePdf: (jobId: string) => `/api/jobs/${jobId}/invoice.pdf`,
  /** The office's paper of one invoice, by its own id; void ones have one too. */
  issuedPdf: (invoiceId: string) => `/api/admin/invoices/${invoiceId}/pdf`,
  receiptPdf: (jobId: string) => `/api/jobs/${jobId}/receipt.pdf`,
  jobCalendar: (jobId: string) => `/api/jobs/${jobId}/calendar.ics`,
  preAuthorize: (jobId: string) => `/pre-authorize/${jobId}`,
  cards: '/payment/cards',
  payments: '/payments',
  /** The list, filtered by one of `paymentFilters`. */
  paymentsWith: (status: string) => `/payments?status=${status}`,
  /** Every visit of whom a name, e-mail or phone number says, with what it costs. */
  visitsOf: (customer: string) => `/payments?search=${encodeURIComponent(customer)}`,
  invoices: '/admin/invoices',
  /** The list, filtered by one of `invoiceFilters`. */
  invoicesWith: (status: string) => `/admin/invoices?status=${status}`,
  invoicesOf: (customerId: string) => `/admin/invoices?customerId=${customerId}`,
  invoicesExport: '/api/admin/invoices/export',
  close: '/admin/close',
  closeOn: (date: string) => `/admin/close?date=${date}`,
  ledgerExport: '/api/admin/close/export',
  schedule: '/schedule',
  scheduleOn: (date: string) => `/schedule?date=${date}`,
  scheduleWeek: (date: string) => `/schedule?view=week&date=${date}`,
  /** Days on paper: of one technician, or of all. */
  daySheet: (date: string, technicianId?: string) =>
    `/schedule/day-sheet?date=${date}${technicianId ? `&technicianId=${technicianId}` : ''}`,
  /** The office's page about one visit. */
  officeVisit: (jobId: string) => `/admin/jobs/${jobId}`,
  technicians: '/technicians',
  technician: (id: string) => `/technicians/${id}`,
  customers: '/admin/customers',
  customer: (id: string) => `/admin/customers/${id}`,
  vehicleRecovery: '/vehicle-recovery',
  products: '/admin/products',
  productsTab: (tab: 'products' | 'engines') => `/admin/products?tab=${tab}`,
  promotions: '/admin/promotions',
  promotionsExport: '/api/admin/promotions/export',
  /** The products that run out. */
  lowStock: '/admin/products?tab=products&state=low',
  settings: '/admin/settings',
  setup: '/admin/setup',
  setupStep: (step: string) => `/admin/setup?step=${step}`,
  /** A tab of the settings, and a part of it. */
  settingsPart: (tab: string, part = '') => `/admin/settings?tab=${tab}${part && `#${part}`}`,
  audit: '/admin/audit',
  deliveries: '/admin/deliveries',
  inAndOut: '/admin/data',
  system: '/admin/system',
  diagnostics: '/diagnostics',
  diagnosticsTab: (tab: string) => `/diagnostics?tab=${tab}`,
  systemTest: '/system-test',
  siteAudit: '/site-audit',
  linkVerification: '/link-verification',
  mobileDebug: '/mobile-debug',
  messages: '/admin/messages',
  /** The inbox, with this message open. */
  message: (id: string) => `/admin/messages?message=${id}`,
  sentMail: '/demo/outbox',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  /** The form, about this visit. */
  contactAbout: (job: { id: string; number: string }) =>
    `/contact?visit=${job.id}&about=${job.number}`,
  guestBooking: '/guest-booking',
  guestVisit: (token: string) => `/guest/${token}`,
  guestReceipt: (token: string) => `/guest/${token}/receipt`,
  /** Where somebody switches off what a mail was; the mail client's own button posts to the call. */
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  unsubscribeAtOnce: (token: string) => `/api/unsubscribe/${encodeURIComponent(token)}`,
  paymentsExport: '/api/payments/export',
  importTemplate: '/api/admin/import/template',
  allDataExport: '/api/admin/export',
  auditExport: '/api/admin/audit/export',
  customersExport: '/api/admin/customers/export',
  accountData: '/api/account/data',
  logout: '/api/logout',
  login: '/api/auth/login',
  /** Through the identity provider, and on to a place of this site. */
  loginWithProvider: (next: string) => `/api/auth/login?with=oidc&next=${encodeURIComponent(next)}`,
  /** Where a person goes whose session ended in the middle of something; brings them back. */
  loginAgain: (path: string) => `/api/login?next=${encodeURIComponent(path)}`,
  maps: (address: string) => `https://maps.google.com/?q=${encodeURIComponent(address)}`,
  /** Calls or texts it, where the device can; a number as it is stored or shown. */
  phone: (number: string, scheme: 'tel' | 'sms' = 'tel') =>
    `${scheme}:${dialedNumber(number) ?? number.replace(/[^\d+]/g, '')}`,
  /** From where one is along all stops. */
  mapsRoute: (stops: readonly string[]) =>
    `https://www.google.com/maps/dir/?${new URLSearchParams({
      api: '1',
      travelmode: 'driving',
      destination: stops.at(-1) ?? '',
      waypoints: stops.slice(0, -1).join('|'),
    })}`,
} as const
