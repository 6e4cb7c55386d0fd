import { type ClientRoute, route } from './app/routing.ts'

const signedIn = ['customer', 'technician', 'admin'] as const

/** A screen for every one of `screenPaths`, first match wins. `/` leads each role to its own home. */
export const routes: readonly ClientRoute[] = [
  route('/', ['signed-out'], () => import('./screens/public/landing.tsx')),
  route('/sign-in', ['signed-out'], () => import('./screens/public/sign-in.tsx')),
  route('/sign-in', signedIn, () => import('./screens/everyone/signed-in-already.tsx')),
  route('/profile', ['signed-out'], () => import('./screens/public/please-log-in.tsx')),
  route('/terms', ['everyone'], () => import('./screens/public/terms.tsx')),
  route('/privacy', ['everyone'], () => import('./screens/public/privacy.tsx')),
  route('/contact', ['everyone'], () => import('./screens/public/contact.tsx')),
  route('/guest-booking', ['everyone'], () => import('./screens/public/guest-booking.tsx')),
  route('/guest/:token', ['everyone'], () => import('./screens/public/guest-visit.tsx')),
  route('/guest/:token/receipt', ['everyone'], () => import('./screens/public/guest-receipt.tsx')),
  route('/dashboard', ['everyone'], () => import('./screens/everyone/dashboard-redirect.tsx')),
  route('/demo/outbox', ['everyone'], () => import('./screens/everyone/sent-mail.tsx')),
  route('/profile', signedIn, () => import('./screens/everyone/profile.tsx')),
  route('/notifications', signedIn, () => import('./screens/everyone/notifications.tsx')),

  route('/', ['customer'], () => import('./screens/customer/home.tsx')),
  route('/booking', ['customer'], () => import('./screens/customer/booking.tsx')),
  route('/add-vehicle', ['customer'], () => import('./screens/customer/add-vehicle.tsx')),
  route('/vehicle-lookup', ['customer'], () => import('./screens/customer/vehicle-lookup.tsx')),
  route('/vehicles/:id', ['customer'], () => import('./screens/customer/vehicle.tsx')),
  route('/orders', ['customer'], () => import('./screens/customer/orders.tsx')),
  route(
    '/job/:jobId/communication',
    ['customer'],
    () => import('./screens/customer/job-communication.tsx'),
  ),
  route(
    '/pre-authorize/:jobId',
    ['customer', 'admin'],
    () => import('./screens/customer/pre-authorize.tsx'),
  ),
  route('/receipt/:id', ['customer', 'admin'], () => import('./screens/customer/receipt.tsx')),
  route('/payment/cards', ['customer'], () => import('./screens/customer/cards.tsx')),
  route('/payment/:jobId', ['customer', 'admin'], () => import('./screens/customer/payment.tsx')),

  route('/', ['technician'], () => import('./screens/technician/home.tsx')),
  route('/job/:id', ['technician'], () => import('./screens/technician/job.tsx')),

  route('/', ['admin'], () => import('./screens/admin/home.tsx')),
  route('/booking', ['admin'], () => import('./screens/admin/booking.tsx')),
  route('/admin/booking', ['admin'], () => import('./screens/admin/booking.tsx')),
  route('/payments', ['admin'], () => import('./screens/admin/payments.tsx')),
  route('/schedule', ['admin'], () => import('./screens/admin/schedule.tsx')),
  route(
    '/schedule/day-sheet',
    ['admin', 'technician'],
    () => import('./screens/everyone/day-sheet.tsx'),
  ),
  route('/admin/jobs/:id', ['admin'], () => import('./screens/admin/visit.tsx')),
  route('/job/:id', ['admin'], () => import('./screens/admin/job-redirect.tsx')),
  route('/technicians', ['admin'], () => import('./screens/admin/technicians.tsx')),
  route('/technicians/:id', ['admin'], () => import('./screens/admin/technician.tsx')),
  route('/admin/customers', ['admin'], () => import('./screens/admin/customers.tsx')),
  route('/admin/customers/:id', ['admin'], () => import('./screens/admin/customer.tsx')),
  route('/vehicle-recovery', ['admin'], () => import('./screens/admin/vehicle-recovery.tsx')),
  route('/admin/messages', ['admin'], () => import('./screens/admin/messages.tsx')),
  route('/admin/audit', ['admin'], () => import('./screens/admin/audit.tsx')),
  route('/admin/data', ['admin'], () => import('./screens/admin/data.tsx')),
  route('/admin/products', ['admin'], () => import('./screens/admin/products.tsx')),
  route('/admin/settings', ['admin'], () => import('./screens/admin/settings.tsx')),
  route('/admin/setup', ['admin'], () => import('./screens/admin/setup.tsx')),
  route('/admin/system', ['admin'], () => import('./screens/admin/system.tsx')),
]
