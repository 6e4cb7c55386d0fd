import type { LocalDate } from '#shared/rules/calendar.ts'
import { describeTerms } from '#shared/rules/invoices.ts'
import {
  firstDayOf,
  type StatementDocument,
  statementLineLabels,
} from '#shared/rules/statements.ts'
import { formatAmount, formatDay, formatMonth } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { openPage } from './pdf-page.ts'
import { drawHead, type LogoOnPaper } from './receipt-pdf.ts'

/** A statement as it is issued; dates are business-local. */
export type IssuedStatement = {
  number: string
  issuedOn: LocalDate
  dueOn: LocalDate
  document: StatementDocument
}

/** The statement as a PDF, laid out like the invoices. */
export async function statementPdf(
  { number, issuedOn, dueOn, document }: IssuedStatement,
  logo: LogoOnPaper | null,
): Promise<Uint8Array> {
  const { business, billTo, period, termsDays, instructions } = document
  const title = t('Statement {number}', { number })
  const page = await openPage({ title, author: business.name })
  drawHead(page, { business, number, title: t('Statement') }, logo)
  page.fact(t('Bill to'), billTo.name)
  if (billTo.address) page.fact(t('Address'), billTo.address)
  page.fact(t('Month'), formatMonth(firstDayOf(period)))
  page.fact(t('Issued on'), formatDay(issuedOn, { year: true }))
  page.fact(t('Due on'), `${formatDay(dueOn, { year: true })} (${describeTerms(termsDays)})`)
  if (document.taxCertificate) page.fact(t('Tax exemption'), document.taxCertificate)
  page.space(14)
  page.row([t('Visit'), '', '', t('Amount')], { soft: true, line: true })
  for (const line of document.lines) {
    const car = [line.unit, line.car, line.plate].filter(Boolean).join(' · ')
    const facts = [
      formatDay(line.date, { year: true }),
      line.visit,
      line.poNumber && t('PO {number}', { number: line.poNumber }),
      line.service,
    ]
    const about = line.kind === 'visit' ? '' : `${translate(statementLineLabels[line.kind])}: `
    page.row([`${about}${car}`, '', '', formatAmount(line.amount)])
    page.row([facts.filter(Boolean).join(' · '), '', '', ''], { soft: true })
  }
  page.row([t('Total'), '', '', formatAmount(document.total)], { rule: true, bold: true })
  if (Number(document.salesTax) !== 0)
    page.row([t('Sales tax in it'), '', '', formatAmount(document.salesTax)], { soft: true })
  page.space(18)
  if (instructions) page.paragraph(instructions)
  page.paragraph(t('Please mention {number} when you pay.', { number }))
  return page.finish()
}
