import { dialedNumber } from './phone-numbers.ts'

/** Every path that screens link to, so no link is typed by hand; the others are `officePaths`, `fileUrls` and `messagePaths`. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  /** Sets the browser's and account's language; returns to `next`. */
  chooseLanguage: (language: string, next: string) =>
    `/api/auth/language?${new URLSearchParams({ to: language, next })}`,
  booking: '/booking',
  adminBooking: '/admin/booking',
  bookVehicle: (vehicleId: string) => `/booking?vehicleId=${encodeURIComponent(vehicleId)}`,
  addVehicle: '/add-vehicle',
  vehicleLookup: '/vehicle-lookup',
  vehicle: (id: string) => `/vehicles/${id}`,
  orders: '/orders',
  /** The company a member books for. */
  company: '/company',
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
  preAuthorize: (jobId: string) => `/pre-authorize/${jobId}`,
  cards: '/payment/cards',
  payments: '/payments',
  invoices: '/admin/invoices',
  close: '/admin/close',
  schedule: '/schedule',
  /** Printable day sheets, of one technician or all. */
  daySheet: (date: string, technicianId?: string) =>
    `/schedule/day-sheet?date=${date}${technicianId ? `&technicianId=${technicianId}` : ''}`,
  technicians: '/technicians',
  customers: '/admin/customers',
  products: '/admin/products',
  settings: '/admin/settings',
  diagnostics: '/diagnostics',
  diagnosticsTab: (tab: string) => `/diagnostics?tab=${tab}`,
  systemTest: '/system-test',
  siteAudit: '/site-audit',
  linkVerification: '/link-verification',
  mobileDebug: '/mobile-debug',
  sentMail: '/demo/outbox',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  /** The contact form, about this visit. */
  contactAbout: (job: { id: string; number: string }) =>
    `/contact?visit=${job.id}&about=${job.number}`,
  guestBooking: '/guest-booking',
  guestVisit: (token: string) => `/guest/${token}`,
  /** A time offered to a customer on the waitlist: its id, or the secret of the message's link. */
  waitlistOffer: (offer: string) => `/waitlist/${offer}`,
  /** A visit proposed by a plan: its period's id, or the secret of the message's link. */
  planVisit: (visit: string) => `/plan-visit/${visit}`,
  /** The report of an inspection, by the link in the customer's messages. */
  inspectionReport: (token: string) => `/inspection/${token}`,
  /** Where an approver answers, by the link in their mail. */
  companyApproval: (token: string) => `/company-approval/${token}`,
  /** A company's statement, by the link in its mail. */
  statement: (token: string) => `/statement/${token}`,
  guestReceipt: (token: string) => `/guest/${token}/receipt`,
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
