import type { Approval } from '#shared/contract/estimates.ts'
import type { HistoryEntry } from '#shared/contract/job-history.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { type DisputeState, disputeLabels } from '#shared/rules/disputes.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { milesBetween } from '#shared/rules/service-area.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatAmount, formatCents, formatInstant, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { openPage, type Page } from './pdf-page.ts'
import { drawApprovals, drawHead, drawReceipt, type LogoOnPaper } from './receipt-pdf.ts'

/** The customer's consents, and the technician's position on arrival. Amounts are cents. */
export type Agreements = {
  consentVersion: string | null
  consentAt: Date | null
  cancelFeeCents: number
  cancelFeeWithinHours: number
  notDoneFeeCents: number
  /** The visit's address, if known. */
  latitude: number | null
  longitude: number | null
  arrivedAt: Date | null
  position: { latitude: number; longitude: number; recordedAt: string } | null
  disputes: { id: string; cents: number; state: DisputeState; paymentId: string }[]
}

type Evidence = Agreements & {
  receipt: Receipt
  history: readonly HistoryEntry[]
  approvals: readonly Approval[]
  /** A photo's JPEG; undefined if it was lost. */
  pictureOf: (photoId: string) => Promise<Uint8Array | undefined>
}

/** Everything recorded about a visit as a PDF for the customer's bank, in the order a bank asks for it. */
export async function evidencePdf(
  evidence: Evidence,
  logo: LogoOnPaper | null = null,
): Promise<Uint8Array> {
  const { receipt } = evidence
  const page = await openPage({
    title: t('Evidence for {number}', { number: receipt.number }),
    author: receipt.business.name,
  })
  drawHead(page, { ...receipt, title: t('Evidence') }, logo)
  drawDisputes(page, evidence)
  drawReceipt(page, receipt)
  drawAgreed(page, evidence)
  drawArrival(page, evidence)
  drawHistory(page, evidence)
  await drawPhotos(page, evidence)
  return page.finish()
}

const heading = (page: Page, title: string) => {
  page.space(12)
  page.row([title, '', '', ''], { bold: true, line: true })
}

function drawDisputes(page: Page, { disputes }: Evidence): void {
  for (const { id, cents, state, paymentId } of disputes) {
    page.row([`${translate(disputeLabels[state])}: ${id}`, '', '', formatCents(cents)], {})
    page.paragraph(t('Payment {id}', { id: paymentId }))
  }
  if (disputes.length > 0) page.space(8)
}

function drawAgreed(page: Page, evidence: Evidence): void {
  const { consentAt, consentVersion, cancelFeeCents, notDoneFeeCents } = evidence
  heading(page, t('What the customer agreed to'))
  page.fact(t('Booked'), shownTime(evidence, evidence.receipt.bookedAt))
  if (consentAt) page.fact(t('Card given'), shownTime(evidence, consentAt.toISOString()))
  if (consentVersion) page.fact(t('Terms agreed'), consentVersion)
  if (cancelFeeCents > 0)
    page.fact(
      t('Late cancellation'),
      t('{amount} within {hours} hours of the visit', {
        amount: formatCents(cancelFeeCents),
        hours: formatNumber(evidence.cancelFeeWithinHours),
      }),
    )
  if (notDoneFeeCents > 0) page.fact(t('Visit not done'), formatCents(notDoneFeeCents))
  drawApprovals(page, evidence.approvals, evidence.receipt.business.timeZone)
}

function drawArrival(page: Page, evidence: Evidence): void {
  const { arrivedAt, position, latitude, longitude } = evidence
  if (!arrivedAt) return
  heading(page, t('Arrival'))
  page.fact(t('Arrived'), shownTime(evidence, arrivedAt.toISOString()))
  if (!position) return
  page.fact(t('Position'), `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`)
  page.fact(t('Recorded'), shownTime(evidence, position.recordedAt))
  if (latitude === null || longitude === null) return
  const miles = milesBetween(position, { latitude, longitude })
  page.fact(
    t('Distance'),
    t('{miles} mi from the address', { miles: formatNumber(Math.round(miles * 100) / 100) }),
  )
}

function drawHistory(page: Page, evidence: Evidence): void {
  heading(page, t('History'))
  for (const entry of evidence.history) {
    const { at, by, title, lines, comment, amount } = entry
    const shown = [title, amount && formatAmount(amount), ...lines, comment, whoOf(by)]
    page.fact(shownTime(evidence, at), shown.filter(Boolean).join(' · '))
  }
}

function whoOf({ name, role }: HistoryEntry['by']): string {
  if (name || role === 'server') return name
  return role === 'guest' ? t('Guest') : translate(statusLabel(role))
}

async function drawPhotos(page: Page, evidence: Evidence): Promise<void> {
  const { photos } = evidence.receipt.work
  if (photos.length === 0) return
  heading(page, t('Photos'))
  // One at a time: a visit's photos together may take more memory than a server has.
  for (const { id, moment, createdAt } of photos) {
    const bytes = await evidence.pictureOf(id)
    const caption = `${translate(photoMomentLabels[moment])}, ${shownTime(evidence, createdAt)}`
    if (bytes) page.picture(bytes, caption)
    else page.paragraph(t('{photo}: this photo is missing.', { photo: caption }))
  }
}

const shownTime = ({ receipt }: Evidence, at: string): string =>
  formatInstant(at, receipt.business.timeZone, { year: true })
