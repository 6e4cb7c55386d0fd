import { text } from '../texts/t.ts'
import { type Taxed, withSalesTax } from './sales-tax.ts'

/** How a customer answers: on the booking form, by their link, by signing on the technician's phone, or on a call. */
export const approvalMethods = ['booking', 'link', 'signature', 'phone'] as const
export type ApprovalMethod = (typeof approvalMethods)[number]
export const answerMethods = ['link', 'signature', 'phone'] as const
export type AnswerMethod = (typeof answerMethods)[number]

export const approvalMethodLabels = {
  booking: text('When booking'),
  link: text('Online'),
  signature: text('Signed on the phone'),
  phone: text('On a call'),
} as const satisfies Record<ApprovalMethod, string>

/** A line as it was answered; amounts are cents, the total includes the quantity. */
export type AnsweredLine = {
  /** Null when booking: the lines are stored with the visit. */
  lineId: string | null
  description: string
  quantity: number
  unitCents: number
  totalCents: number
  taxable: boolean
  approved: boolean
}

type Point = { x: number; y: number }
/** Strokes of a finger or pen, in pixels of a canvas of this size. */
export type Signature = { width: number; height: number; strokes: readonly (readonly Point[])[] }

export const maxStrokes = 60
export const maxPointsOfStroke = 600
/** Shorter ones are a dot or a slip of the finger. */
const shortestSignature = 40

/** Whether the strokes are no signature: together shorter than 40 pixels. */
export function isBlankSignature({ strokes }: Pick<Signature, 'strokes'>): boolean {
  let length = 0
  for (const stroke of strokes)
    for (const [at, { x, y }] of stroke.entries()) {
      const before = stroke[at - 1]
      if (before) length += Math.hypot(x - before.x, y - before.y)
    }
  return !(length >= shortestSignature)
}

/** What approved lines add to the visit's price, sales tax included, in cents. */
export function centsToApprove(
  lines: readonly Pick<AnsweredLine, 'totalCents' | 'taxable'>[],
  { taxableCents, taxRateBp }: Taxed,
): number {
  const cents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const taxed = lines.reduce((sum, line) => sum + (line.taxable ? line.totalCents : 0), 0)
  const withTax = (more: number) =>
    withSalesTax({ cents: 0, taxableCents: taxableCents + more }, taxRateBp)
  return cents + withTax(taxed) - withTax(0)
}
