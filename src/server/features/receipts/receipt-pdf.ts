import { inOwnWords } from '#server/base/owner-spanish.ts'
import type { Approval } from '#shared/contract/estimates.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { approvalMethodLabels } from '#shared/rules/approvals.ts'
import { approvalLabels } from '#shared/rules/extras.ts'
import { isWideLogo, type Logo } from '#shared/rules/logo.ts'
import {
  adjustmentLabel,
  describeBalance,
  describeSalesTax,
  describeTip,
  paidLabel,
} from '#shared/rules/cost-words.ts'
import {
  describeAfterwards,
  describeMovements,
  describeProfile,
  describeSubtotals,
  describeWork,
  explainCard,
  movementsTitle,
} from '#shared/rules/receipts.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { paidWithTip } from '#shared/rules/tips.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import {
  formatAmount,
  formatDay,
  formatInstant,
  formatNumber,
  formatVisit,
} from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { openPage, type Page } from './pdf-page.ts'

export type LogoOnPaper = { logo: Logo; bytes: Buffer }

/** The receipt as a PDF of Letter size whose margins also fit A4. */
export async function receiptPdf(
  receipt: Receipt,
  logo: LogoOnPaper | null = null,
  agreed: readonly Approval[] = [],
): Promise<Uint8Array> {
  const page = await openPage({
    title: t('Receipt {number}', { number: receipt.number }),
    author: receipt.business.name,
  })
  drawHead(page, { ...receipt, title: t('Receipt') }, logo)
  drawReceipt(page, receipt)
  drawApprovals(
    page,
    agreed.filter(({ estimateId }) => estimateId),
    receipt.business.timeZone,
  )
  return page.finish()
}

/** Draws a receipt's facts, price, card movements and work. */
export function drawReceipt(page: Page, receipt: Receipt): void {
  drawFacts(page, receipt)
  drawPrice(page, receipt)
  drawCard(page, receipt)
  drawWork(page, receipt)
}

const headHeight = 34

type Head = {
  business: { name: string; phone: string; email: string }
  number: string
  title: string
}

/** Draws the business, the kind of document and its number. */
export function drawHead(
  page: Page,
  { business, number, title }: Head,
  onPaper: LogoOnPaper | null,
): void {
  const { name, phone, email } = business
  const reach = [phone, email].filter(Boolean)
  const indent = onPaper ? drawLogo(page, onPaper) : 36
  if (!onPaper) drawMark(page.doc, page.left, page.top, headHeight)
  if (onPaper && isWideLogo(onPaper.logo)) {
    page.at(page.top + headHeight + 6, [name, ...reach].join(' · '), { soft: true })
    page.space(16)
  } else {
    page.at(page.top + 2, name, { size: 16, bold: true, indent })
    page.at(page.top + 22, reach.join(' · '), { soft: true, indent })
  }
  page.at(page.top + 2, title, { size: 16, bold: true, right: true })
  page.at(page.top + 22, number, { soft: true, right: true })
  page.space(62)
}

/** Draws the logo in the upper left corner; returns where the room to its right starts, in points. */
function drawLogo({ doc, left, top }: Page, { logo, bytes }: LogoOnPaper): number {
  const scale = Math.min(headHeight / logo.height, 240 / logo.width)
  const width = logo.width * scale
  doc.image(bytes, left, top, { fit: [width, headHeight], valign: 'center' })
  return width + 8
}

function drawFacts(page: Page, receipt: Receipt): void {
  const { business, vehicle, completedAt, cancelledAt } = receipt
  const shownTime = (at: string) => formatInstant(at, business.timeZone, { year: true })
  const when = formatVisit(receipt.scheduledDate, receipt.scheduledTime, { year: true })
  page.fact(t('Customer'), receipt.customerName)
  page.fact(t('Car'), `${vehicleName(vehicle)}, ${vehicle.licensePlate}`)
  page.fact(t('Visit'), when)
  page.fact(t('Where'), receipt.serviceAddress)
  if (completedAt) page.fact(t('date|Completed'), shownTime(completedAt))
  if (cancelledAt) page.fact(t('date|Cancelled'), shownTime(cancelledAt))
  for (const { label, value } of describeProfile(receipt.profile)) page.fact(label, value)
  page.space(14)
}

type Priced = {
  lines: readonly { name: string; quantity: number; unitPrice: string; amount: string }[]
  profile?: Receipt['profile']
  cost: Parameters<typeof describeSalesTax>[0] & Parameters<typeof describeTip>[0]
}

/** Draws the lines, adjustments and the total. */
export function drawPrice(page: Page, receipt: Priced): void {
  page.row([t('Service'), t('Quantity'), t('Unit price'), t('Amount')], { soft: true, line: true })
  for (const { name, quantity, unitPrice, amount } of receipt.lines)
    page.row([inOwnWords(name), String(quantity), formatAmount(unitPrice), formatAmount(amount)])
  for (const { label, amount } of describeSubtotals(receipt.profile ?? null))
    page.row([label, '', '', formatAmount(amount)], { soft: true })
  const { adjustments, lines, amount: total } = receipt.cost
  if (adjustments.length > 0) page.row([t('Subtotal'), '', '', formatAmount(lines)], { rule: true })
  for (const one of adjustments) page.row([adjustmentLabel(one), '', '', formatAmount(one.amount)])
  page.row([t('Total'), '', '', formatAmount(total)], { rule: true, bold: true })
  for (const { label, amount } of [...describeSalesTax(receipt.cost), ...describeTip(receipt.cost)])
    page.row([label, '', '', formatAmount(amount)])
  page.space(18)
}

function drawCard(page: Page, receipt: Receipt): void {
  const { business, cost } = receipt
  page.row([movementsTitle(receipt.movements), '', '', ''], {
    bold: true,
    line: true,
  })
  for (const { label, amount, at, isCharge } of describeMovements(receipt.movements)) {
    const when = formatInstant(at, business.timeZone, { year: true })
    page.row([`${label}, ${when}`, '', '', formatAmount(amount)], { soft: !isCharge })
  }
  const paid = formatAmount(paidWithTip(cost))
  page.row([paidLabel(cost), '', '', paid], { rule: true, bold: true })
  // The movements above name what a dispute returned.
  for (const { label, amount } of describeBalance({ ...cost, chargedBack: undefined }))
    page.row([label, '', '', formatAmount(amount)])
  page.space(8)
  page.paragraph(explainCard(receipt, formatAmount))
  page.paragraph(t('All times are in the time zone {zone}.', { zone: business.timeZone }))
}

/** Draws the work done, without the photos. */
export function drawWork(page: Page, { work, profile }: Pick<Receipt, 'work' | 'profile'>): void {
  const facts = describeWork(work, formatNumber, profile)
  const steps = checklist.filter(({ id }) => work.checklist.includes(id))
  if (facts.length + steps.length === 0) return
  page.space(10)
  page.row([t('Work done on your car'), '', '', ''], { bold: true, line: true })
  for (const { label, value } of facts) page.fact(label, value)
  page.space(4)
  for (const { done } of steps) page.paragraph(translate(done))
  const day = (on: string) => formatDay(on, { year: true })
  for (const { label, value } of describeAfterwards(profile, formatNumber, day))
    page.fact(label, value)
}

/** Draws what the customer answered, with the signatures. */
export function drawApprovals(page: Page, agreed: readonly Approval[], timeZone: string): void {
  for (const approval of agreed) {
    const { method, person, phone, said, lines, words, signature, hash, at } = approval
    const when = formatInstant(at, timeZone, { year: true })
    page.space(10)
    page.row([`${translate(approvalMethodLabels[method])}, ${when}`, '', '', ''], {
      bold: true,
      line: true,
    })
    for (const { description, quantity, totalPrice, approved } of lines) {
      const what = quantity === 1 ? description : `${description} × ${formatNumber(quantity)}`
      const answer = translate(approvalLabels[approved ? 'approved' : 'declined'] ?? '')
      page.row([`${what}: ${answer}`, '', '', formatAmount(totalPrice)], { soft: !approved })
    }
    page.paragraph(words)
    page.fact(t('Name'), [person, phone].filter(Boolean).join(', '))
    if (said) page.fact(t('Said'), said)
    if (signature) page.strokes(signature)
    page.fact('SHA-256', hash)
  }
}

const drop = 'M32 6c5.8 8.8 18 21.5 18 33.5a18 18 0 0 1-36 0C14 27.5 26.2 14.8 32 6Z'
const ink = '#14181f'
const oil = '#f59e0b'

/** Top edge and height of the five quarts, in the mark's own units; the first is drawn empty. */
const quarts = [
  { y: 5, height: 14.5, color: ink },
  { y: 22, height: 6.5, color: oil },
  { y: 31, height: 6.5, color: oil },
  { y: 40, height: 6.5, color: oil },
  { y: 49, height: 10, color: oil },
]
const viewBox = { x: 12, y: 5, height: 54 }

/** Draws the product's mark as vectors with its upper left corner at x and y, `height` points high. */
function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, height: number): void {
  doc.save()
  doc.translate(x, y).scale(height / viewBox.height)
  doc.translate(-viewBox.x, -viewBox.y)
  doc.path(drop).clip()
  for (const quart of quarts) doc.rect(13, quart.y, 38, quart.height).fill(quart.color)
  doc.restore()
}
