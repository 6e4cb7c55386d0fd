import type { PublicConfig } from '#shared/contract/operations.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import type { Entry } from './search-entries.ts'

function places({ demo, uses }: PublicConfig): Entry[] {
  const page = (title: string, href: string): Entry => ({ kind: 'page', title, detail: '', href })
  const action = (title: string, on: string, href: string): Entry => ({
    kind: 'page',
    title,
    detail: on,
    href,
  })
  return [
    page(t('Dashboard'), paths.home),
    page(t('Schedule'), paths.schedule),
    page(t('Payments'), paths.payments),
    page(t('Invoices'), paths.invoices),
    page(t('Daily close'), paths.close),
    page(t('Technicians'), paths.technicians),
    page(t('Products'), paths.products),
    page(t('Promotion codes'), officePaths.promotions),
    page(t('Customers'), paths.customers),
    ...(uses.companies ? [page(t('Companies'), officePaths.companies)] : []),
    page(t('Recommendations'), officePaths.recommendations),
    ...(uses.plans ? [page(t('Plans'), officePaths.plans)] : []),
    page(t('Vehicle recovery'), officePaths.vehicleRecovery),
    page(t('Messages'), officePaths.messages),
    page(t('Settings'), paths.settings),
    page(t('Set up your business'), officePaths.setup),
    page(t('Team'), officePaths.team),
    page(t('Audit log'), officePaths.audit),
    page(t('Undelivered messages'), officePaths.deliveries),
    page(t('Import & export'), officePaths.importExport),
    page(t('System'), officePaths.system),
    page(t('Diagnostic Center'), paths.diagnostics),
    page(t('System Verification'), paths.systemTest),
    page(t('Site audit'), paths.siteAudit),
    page(t('Link verification'), paths.linkVerification),
    page(t('Mobile Debug'), paths.mobileDebug),
    page(t('Book for a customer'), paths.adminBooking),
    page(t('Notifications'), paths.notifications),
    page(t('Profile'), paths.profile),
    ...(demo ? [page(t('Sent messages'), paths.sentMail)] : []),
    action(t('Book a visit'), t('Book for a customer'), paths.adminBooking),
    action(t('Assign a visit'), t('Schedule'), paths.schedule),
    action(t('Close days for a holiday or vacation'), t('Schedule'), officePaths.closeDays),
    action(t('Open closed days again'), t('Schedule'), paths.schedule),
    action(t('Block a slot or a day'), t('Schedule'), paths.schedule),
    action(t('Move or cancel a visit'), t('Schedule'), paths.schedule),
    action(t('Refund or adjust a payment'), t('Payments'), paths.payments),
    action(t('Record cash, a check or Zelle'), t('Payments'), paths.payments),
    action(t('Record a payment for an invoice'), t('Invoices'), paths.invoices),
    action(t('Overdue invoices'), t('Invoices'), officePaths.invoicesWith('overdue')),
    action(t('Export the ledger'), t('Daily close'), paths.close),
    action(t('Add or approve a technician'), t('Technicians'), paths.technicians),
    action(t('Add a customer'), t('Customers'), `${paths.customers}?add=1`),
    action(t('Import customers from a file'), t('Import & export'), officePaths.importExport),
    action(t('Export all data'), t('Import & export'), officePaths.importExport),
    action(t('Merge customers'), t('Customers'), `${paths.customers}?duplicates=1`),
    action(t('Bring back a deleted car'), t('Vehicle recovery'), officePaths.vehicleRecovery),
    action(t('Backups'), t('System'), officePaths.system),
    action(t('Edit business details'), t('Settings'), paths.settings),
    action(t('Change a price or a package'), t('Products'), paths.products),
    action(t('Count the stock'), t('Products'), officePaths.productsTab('products')),
    action(
      t('Correct how much oil an engine takes'),
      t('Products'),
      officePaths.productsTab('engines'),
    ),
    action(t('Change the fees'), t('Settings'), paths.settings),
    action(t('Opening hours and service days'), t('Settings'), paths.settings),
    action(t('Sales tax and its rates'), t('Settings'), paths.settings),
    action(t('Ways to pay: cash, check, Zelle or card'), t('Settings'), paths.settings),
    action(t('Service area'), t('Settings'), paths.settings),
    action(t('Message texts and reminders'), t('Settings'), paths.settings),
    action(t('Discount or coupon codes'), t('Promotion codes'), officePaths.promotions),
    action(t('Working hours and days off of a technician'), t('Technicians'), paths.technicians),
  ]
}

const plain = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The word without its plural, or without the ending that a title's verb may not have: `refunds`, `cancellation`. */
const stems = (word: string) => [
  word.replace(/e?s$/, ''),
  word.slice(0, Math.max(4, word.length - 3)),
]

/** Pages where each typed word, or else its stem, starts a word; all pages for an empty search. */
export function findOfficePages(typed: string, business: PublicConfig): Entry[] {
  const wanted = plain(typed)
  const all = places(business)
  if (typed.trim() === '') return all.filter(({ detail }) => detail === '')
  if (wanted.length === 0) return []
  const having = (starts: readonly (readonly string[])[]) =>
    all.filter(({ title }) => {
      const words = plain(title)
      return starts.every((either) =>
        either.some((start) => words.some((word) => word.startsWith(start))),
      )
    })
  const exact = having(wanted.map((word) => [word]))
  return exact.length > 0 ? exact : having(wanted.map(stems))
}
