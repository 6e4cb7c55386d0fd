/** Every path with a screen, for any role; `:name` stands for one segment. */
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
  '/undo-email/:token',
  '/dashboard',
  '/book',
  '/demo/outbox',
  '/profile',
  '/devices',
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
  '/admin/team',
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

/** Pages with a card form: only these may load the card provider's resources. Guests have one page for everything. */
const cardScreens = [
  '/pre-authorize/:jobId',
  '/payment/:jobId',
  '/guest/:token',
] as const satisfies readonly ScreenPath[]

const shapes = new Map<string, RegExp>(
  screenPaths.map((path) => [path, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')]),
)

/** Whether a path without query belongs to that screen. */
export const isAt = (screen: ScreenPath, path: string): boolean =>
  shapes.get(screen)?.test(path) ?? false

/** Whether a path without query has a screen. */
export const isScreen = (path: string): boolean => screenPaths.some((one) => isAt(one, path))

/** Whether a path without query has a card form. */
export const isCardScreen = (path: string): boolean => cardScreens.some((one) => isAt(one, path))

/** Whether a path without query may use the camera, to read a VIN. */
export const isCameraScreen = (path: string): boolean => isAt('/vehicle-lookup', path)
