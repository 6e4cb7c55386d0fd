/** Every path that has a screen, for whomever it is; `:name` stands for one part of it. */
export const screenPaths = [
  '/',
  '/sign-in',
  '/terms',
  '/privacy',
  '/contact',
  '/guest-booking',
  '/guest/:token',
  '/guest/:token/receipt',
  '/unsubscribe/:token',
  '/dashboard',
  '/book',
  '/demo/outbox',
  '/profile',
  '/notifications',
  '/booking',
  '/admin/booking',
  '/add-vehicle',
  '/vehicle-lookup',
  '/vehicles/:id',
  '/orders',
  '/job/:jobId/communication',
  '/pre-authorize/:jobId',
  '/receipt/:id',
  '/payment/cards',
  '/payment/:jobId',
  '/job/:id',
  '/payments',
  '/schedule',
  '/schedule/day-sheet',
  '/admin/jobs/:id',
  '/technicians',
  '/technicians/:id',
  '/admin/customers',
  '/admin/customers/:id',
  '/vehicle-recovery',
  '/admin/audit',
  '/admin/deliveries',
  '/admin/close',
  '/admin/data',
  '/admin/invoices',
  '/admin/messages',
  '/admin/products',
  '/admin/promotions',
  '/admin/settings',
  '/admin/setup',
  '/admin/system',
  '/diagnostics',
  '/system-test',
  '/site-audit',
  '/link-verification',
  '/mobile-debug',
] as const
export type ScreenPath = (typeof screenPaths)[number]

/** Where a card is entered: these pages alone may load what a card provider brings. A guest has one page for all. */
export const cardScreens = [
  '/pre-authorize/:jobId',
  '/payment/:jobId',
  '/guest/:token',
] as const satisfies readonly ScreenPath[]

const shapes = new Map<string, RegExp>(
  screenPaths.map((path) => [path, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')]),
)

/** Whether an address, without its query, is one of that screen. */
export const isAt = (screen: ScreenPath, path: string): boolean =>
  shapes.get(screen)?.test(path) ?? false

/** Whether somebody has a screen at an address, given without its query. */
export const isScreen = (path: string): boolean => screenPaths.some((one) => isAt(one, path))

/** Whether a card is entered at an address, given without its query. */
export const isCardScreen = (path: string): boolean => cardScreens.some((one) => isAt(one, path))

/** Whether a VIN is read with the camera at an address, given without its query: no other page may have it. */
export const isCameraScreen = (path: string): boolean => isAt('/vehicle-lookup', path)
