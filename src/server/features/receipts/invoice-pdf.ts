import type { Receipt } from '#shared/contract/receipts.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { describeTerms, type InvoiceDocument } from '#shared/rules/invoices.ts'
import { describeProfile } from '#shared/rules/receipts.ts'
import { formatDay, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { openPage } from './pdf-page.ts'
import { drawHead, drawPrice, drawWork, type LogoOnPaper } from './receipt-pdf.ts'

/** An invoice as it was issued; dates are business-local. */
type Issued = {
  number: string
  issuedOn: LocalDate
  dueOn: LocalDate
  document: InvoiceDocument
  /** Replaced by another invoice, or nothing is due. */
  isVoid: boolean
} & Partial<Pick<Receipt, 'work' | 'profile'>>

/** The invoice as a PDF, laid out like the receipts. */
export async function invoicePdf(
  { number, issuedOn, dueOn, document, isVoid, work, profile = null }: Issued,
  logo: LogoOnPaper | null,
): Promise<Uint8Array> {
  const { business, billTo, visit, termsDays, instructions } = document
  const title = t('Invoice {number}', { number })
  const page = await openPage({ title, author: business.name })
  drawHead(page, { business, number, title: t('Invoice') }, logo)
  if (isVoid) page.paragraph(t('This invoice is void.'))
  const optional = (label: string, value: string) => value && page.fact(label, value)
  page.fact(t('Bill to'), billTo.company || billTo.name)
  if (billTo.company) optional(t('Attention'), billTo.name)
  optional(t('Address'), billTo.address)
  optional(t('Purchase order'), billTo.purchaseOrder)
  page.fact(t('Issued on'), formatDay(issuedOn, { year: true }))
  page.fact(t('Due on'), `${formatDay(dueOn, { year: true })} (${describeTerms(termsDays)})`)
  page.space(8)
  page.fact(t('Visit'), `${visit.number}, ${formatVisit(visit.date, visit.time, { year: true })}`)
  page.fact(t('Where'), visit.address)
  page.fact(t('Car'), visit.car)
  for (const { label, value } of describeProfile(profile)) page.fact(label, value)
  page.space(14)
  drawPrice(page, { ...document, profile })
  if (work) drawWork(page, { work, profile })
  if (instructions) page.paragraph(instructions)
  page.paragraph(t('Please mention {number} when you pay.', { number }))
  return page.finish()
}
