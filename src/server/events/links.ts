import { messagePaths } from '#shared/rules/message-paths.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import type { Role } from '#shared/rules/roles.ts'

/** Targets of a message's link. */
export type LinkTo =
  | 'visit'
  | 'conversation'
  | 'extras'
  | 'pay'
  | 'pre_authorize'
  | 'receipt'
  | 'book_again'
  | 'technicians'
  | 'low_stock'
  | 'contact_messages'
  | 'contact'
  | 'home'
  | 'profile'
  | 'sign_in'
  | 'waitlist'
  | 'plans'
  | 'plan_members'
  | 'team'
  | 'companies'

/** The part of a guest's page that shows the target. */
const guestPart: Partial<Record<LinkTo, string>> = {
  pay: '#pay',
  pre_authorize: '#pay',
  conversation: '#messages',
  extras: '#extras',
}

/** The target's path for a person with that role. */
export function pathTo(to: LinkTo, { role, jobId }: { role: Role; jobId: string | null }): string {
  switch (to) {
    case 'technicians':
      return paths.technicians
    case 'low_stock':
      return officePaths.lowStock
    case 'contact_messages':
      return officePaths.messages
    case 'contact':
      return paths.contact
    case 'home':
      return paths.home
    case 'sign_in':
      return paths.signIn
    case 'waitlist':
    case 'plans':
      return paths.orders
    case 'plan_members':
      return officePaths.planMembers
    case 'team':
      return officePaths.team
    case 'companies':
      return officePaths.companies
    case 'profile':
      return paths.profile
  }
  if (!jobId) return paths.home
  if (role === 'admin') return officePaths.officeVisit(jobId)
  if (role !== 'customer') return paths.job(jobId)
  switch (to) {
    case 'visit':
      return paths.order(jobId)
    case 'conversation':
    case 'extras':
      return paths.communication(jobId)
    case 'pay':
      return paths.payment(jobId)
    case 'pre_authorize':
      return paths.preAuthorize(jobId)
    case 'receipt':
      return paths.receipt(jobId)
    case 'book_again':
      return messagePaths.bookAgain(jobId)
  }
}

/** The target's path for a guest; `token` opens their visit. */
export const guestPathTo = (to: LinkTo, token: string): string =>
  to === 'receipt' ? paths.guestReceipt(token) : paths.guestVisit(token) + (guestPart[to] ?? '')
