type BookingFor = {
  customerId?: string
  vehicleId?: string
  date?: string
  time?: string
  technicianId?: string
  /** Name, phone or e-mail of a new customer. */
  caller?: string
}

/** The paths that only the office opens, less those of its menu: `paths` is part of every first load. */
export const officePaths = {
  /** The office's booking page, prefilled; `time` is a slot's label. */
  bookFor: (known: BookingFor) => `/admin/booking?${new URLSearchParams(known)}`,
  /** The list, filtered by one of `paymentFilters`. */
  paymentsWith: (status: string) => `/payments?status=${status}`,
  /** The list, filtered by one of `invoiceFilters`. */
  invoicesWith: (status: string) => `/admin/invoices?status=${status}`,
  invoicesOf: (customerId: string) => `/admin/invoices?customerId=${customerId}`,
  closeOn: (date: string) => `/admin/close?date=${date}`,
  scheduleOn: (date: string) => `/schedule?date=${date}`,
  /** The schedule, asking which days to close. */
  closeDays: '/schedule?close=1',
  scheduleWeek: (date: string) => `/schedule?view=week&date=${date}`,
  /** The office's page of a visit. */
  officeVisit: (jobId: string) => `/admin/jobs/${jobId}`,
  technician: (id: string) => `/technicians/${id}`,
  customer: (id: string) => `/admin/customers/${id}`,
  vehicleRecovery: '/vehicle-recovery',
  productsTab: (tab: 'products' | 'engines') => `/admin/products?tab=${tab}`,
  productsNamed: (name: string) =>
    `/admin/products?${new URLSearchParams({ tab: 'products', search: name })}`,
  promotions: '/admin/promotions',
  lowStock: '/admin/products?tab=products&state=low',
  setup: '/admin/setup',
  setupStep: (step: string) => `/admin/setup?step=${step}`,
  /** A tab of the settings, and a section of it. */
  settingsPart: (tab: string, part = '') => `/admin/settings?tab=${tab}${part && `#${part}`}`,
  receipts: '/admin/receipts',
  team: '/admin/team',
  waitlist: '/admin/waitlist',
  companies: '/admin/companies',
  company: (id: string) => `/admin/companies/${id}`,
  plans: '/admin/plans',
  planMembers: '/admin/plans?list=attention',
  recommendations: '/admin/recommendations',
  audit: '/admin/audit',
  deliveries: '/admin/deliveries',
  importExport: '/admin/data',
  system: '/admin/system',
  messages: '/admin/messages',
  /** The inbox, showing this message. */
  message: (id: string) => `/admin/messages?message=${id}`,
} as const
