import { dialedNumber } from './phone-numbers.ts'

type BookingFor = {
  customerId?: string
  vehicleId?: string
  date?: string
  time?: string
  technicianId?: string
  /** Name, phone or e-mail of a new customer. */
  caller?: string
}

/** Every path that screens link to, so no link is typed by hand; the others are `messagePaths`. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  /** Sets the browser's and account's language; returns to `next`. */
  chooseLanguage: (language: string, next: string) =>
    `/api/auth/language?${new URLSearchParams({ to: language, next })}`,
  booking: '/booking',
  adminBooking: '/admin/booking',
  /** The office's booking page, prefilled; `time` is a slot's label. */
  bookFor: (known: BookingFor) => `/admin/booking?${new URLSearchParams(known)}`,
  bookVehicle: (vehicleId: string) => `/booking?vehicleId=${encodeURIComponent(vehicleId)}`,
  addVehicle: '/add-vehicle',
  vehicleLookup: '/vehicle-lookup',
  vehicle: (id: string) => `/vehicles/${id}`,
  orders: '/orders',
  /** The list, showing this visit. */
  order: (jobId: string) => `/orders?visit=${jobId}`,
  profile: '/profile',
  devices: '/devices',
  notifications: '/notifications',
  notificationPreferences: '/notifications?tab=preferences',
  dashboard: '/dashboard',
  job: (id: string) => `/job/${id}`,
  communication: (jobId: string) => `/job/${jobId}/communication`,
  payment: (jobId: string) => `/payment/${jobId}`,
  /** The tip section of the payment page. */
  tip: (jobId: string) => `/payment/${jobId}#tip`,
  receipt: (jobId: string) => `/receipt/${jobId}`,
  invoicePdf: (jobId: string) => `/api/jobs/${jobId}/invoice.pdf`,
  /** PDF of an invoice for the office, by its id; void ones too. */
  issuedPdf: (invoiceId: string) => `/api/admin/invoices/${invoiceId}/pdf`,
  evidencePdf: (jobId: string) => `/api/payments/${jobId}/evidence.pdf`,
  receiptPdf: (jobId: string) => `/api/jobs/${jobId}/receipt.pdf`,
  jobCalendar: (jobId: string) => `/api/jobs/${jobId}/calendar.ics`,
  preAuthorize: (jobId: string) => `/pre-authorize/${jobId}`,
  cards: '/payment/cards',
  payments: '/payments',
  /** The list, filtered by one of `paymentFilters`. */
  paymentsWith: (status: string) => `/payments?status=${status}`,
  invoices: '/admin/invoices',
  /** The list, filtered by one of `invoiceFilters`. */
  invoicesWith: (status: string) => `/admin/invoices?status=${status}`,
  invoicesOf: (customerId: string) => `/admin/invoices?customerId=${customerId}`,
  invoicesExport: '/api/admin/invoices/export',
  close: '/admin/close',
  closeOn: (date: string) => `/admin/close?date=${date}`,
  ledgerExport: '/api/admin/close/export',
  drawerExport: '/api/admin/close/drawer',
  schedule: '/schedule',
  scheduleOn: (date: string) => `/schedule?date=${date}`,
  /** The schedule, asking which days to close. */
  closeDays: '/schedule?close=1',
  scheduleWeek: (date: string) => `/schedule?view=week&date=${date}`,
  /** Printable day sheets, of one technician or all. */
  daySheet: (date: string, technicianId?: string) =>
    `/schedule/day-sheet?date=${date}${technicianId ? `&technicianId=${technicianId}` : ''}`,
  /** The office's page of a visit. */
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
  /** Products low on stock. */
  lowStock: '/admin/products?tab=products&state=low',
  settings: '/admin/settings',
  setup: '/admin/setup',
  setupStep: (step: string) => `/admin/setup?step=${step}`,
  /** A tab of the settings, and a section of it. */
  settingsPart: (tab: string, part = '') => `/admin/settings?tab=${tab}${part && `#${part}`}`,
  team: '/admin/team',
  audit: '/admin/audit',
  deliveries: '/admin/deliveries',
  importExport: '/admin/data',
  system: '/admin/system',
  diagnostics: '/diagnostics',
  diagnosticsTab: (tab: string) => `/diagnostics?tab=${tab}`,
  systemTest: '/system-test',
  siteAudit: '/site-audit',
  linkVerification: '/link-verification',
  mobileDebug: '/mobile-debug',
  messages: '/admin/messages',
  /** The inbox, showing this message. */
  message: (id: string) => `/admin/messages?message=${id}`,
  sentMail: '/demo/outbox',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  /** The contact form, about this visit. */
  contactAbout: (job: { id: string; number: string }) =>
    `/contact?visit=${job.id}&about=${job.number}`,
  guestBooking: '/guest-booking',
  guestVisit: (token: string) => `/guest/${token}`,
  guestReceipt: (token: string) => `/guest/${token}/receipt`,
  paymentsExport: '/api/payments/export',
  importTemplate: '/api/admin/import/template',
  rowsToMend: (id: string) => `/api/admin/imports/${id}/mend`,
  allDataExport: '/api/admin/export',
  auditExport: '/api/admin/audit/export',
  customersExport: '/api/admin/customers/export',
  accountData: '/api/account/data',
  logout: '/api/logout',
  login: '/api/auth/login',
  /** Sign-in through the identity provider, then on to `next`. */
  loginWithProvider: (next: string) => `/api/auth/login?with=oidc&next=${encodeURIComponent(next)}`,
  /** Sign-in after a session ended; returns to the same page. */
  loginAgain: (path: string) => `/api/login?next=${encodeURIComponent(path)}`,
  maps: (address: string) => `https://maps.google.com/?q=${encodeURIComponent(address)}`,
  /** Call or text link for a stored or displayed number. */
  phone: (number: string, scheme: 'tel' | 'sms' = 'tel') =>
    `${scheme}:${dialedNumber(number) ?? number.replace(/[^\d+]/g, '')}`,
  /** Route from the current position along all stops. */
  mapsRoute: (stops: readonly string[]) =>
    `https://www.google.com/maps/dir/?${new URLSearchParams({
      api: '1',
      travelmode: 'driving',
      destination: stops.at(-1) ?? '',
      waypoints: stops.slice(0, -1).join('|'),
    })}`,
} as const
