import { sql } from 'drizzle-orm'
import { jobs } from '#server/database/tables/jobs.ts'
import { Forbidden, NotFound } from '#server/http/errors.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { type ExtraType, isCharged, kindOfExtra, limitBeside } from '#shared/rules/extras.ts'
import { type AddonOffer, addonLine, isTaxed } from '#shared/rules/lines.ts'
import { mayCorrectCharge } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import { phrase } from '#shared/texts/t.ts'
import type { ExtraRow } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/** The limit for this visit's extras before its customer is asked, in cents. */
export const extrasLimit = ({ addons }: JobRow): number =>
  limitBeside(addons, currentSettings().extraApprovalAboveCents)

/** A charge and its taxable part, in cents. */
type Charge = { cents: number; taxableCents: number }

/** The amount an extra adds to the price of the visit. */
export const chargeOf = (extra: Pick<ExtraRow, 'approval' | 'totalCents' | 'taxable'>): Charge => {
  const cents = isCharged(extra) ? extra.totalCents : 0
  return { cents, taxableCents: extra.taxable ? cents : 0 }
}

export const noCharge: Charge = { cents: 0, taxableCents: 0 }

/** The total of several extras. */
export const chargeOfAll = (extras: readonly Parameters<typeof chargeOf>[0][]): Charge =>
  extras.map(chargeOf).reduce(
    (sum, { cents, taxableCents }) => ({
      cents: sum.cents + cents,
      taxableCents: sum.taxableCents + taxableCents,
    }),
    noCharge,
  )

export const minusCharge = (one: Charge, other: Charge): Charge => ({
  cents: one.cents - other.cents,
  taxableCents: one.taxableCents - other.taxableCents,
})

/** The sales tax rate of an extra in percent, for event data; empty if untaxed. */
export const taxRateOf = (
  { taxRateBp }: JobRow,
  { taxable }: Pick<ExtraRow, 'taxable'>,
): { taxRate?: string } => (taxable && taxRateBp ? { taxRate: percentFromBp(taxRateBp) } : {})

/** The visit's columns after its extras change by this charge. */
export const withExtras = ({ cents, taxableCents }: Charge) => ({
  extrasCents: sql`${jobs.extrasCents} + ${cents}`,
  taxableCents: sql`${jobs.taxableCents} + ${taxableCents}`,
})

/** The visit's columns after its add-ons change by this charge. */
export const withAddons = ({ cents, taxableCents }: Charge) => ({
  addonsCents: sql`${jobs.addonsCents} + ${cents}`,
  taxableCents: sql`${jobs.taxableCents} + ${taxableCents}`,
})

/** The columns of a line that follow from an extra's type, or its product: what it is, and whether it is taxed on this visit. */
export function lineOfExtra(
  { taxRateBp, taxMode }: JobRow,
  serviceType: ExtraType,
  product?: AddonOffer,
) {
  const source = { source: 'extra', serviceType } as const
  const mode = taxRateBp === null ? 'none' : taxMode
  if (product) {
    const { kind, taxable, productId, product: facts } = addonLine(product, mode)
    return { ...source, kind, taxable, productId, product: facts }
  }
  const kind = kindOfExtra(serviceType)
  return {
    ...source,
    kind,
    taxable: isTaxed(mode, { kind, taxable: currentSettings().extrasTaxable }),
  }
}

/** An extra as recorded in the history. */
export const extraThen = ({ serviceType, description, totalCents, approval }: ExtraRow) => ({
  serviceType,
  description,
  totalCents,
  approval,
})

/** The extra among the visit's `rows`, if this person may correct it. Throws NotFound, or Forbidden for another person's. */
export function ownExtra(person: Person, rows: readonly ExtraRow[], extraId: string): ExtraRow {
  const extra = rows.find(({ id }) => id === extraId)
  if (!extra) throw new NotFound(phrase('This extra no longer exists.'))
  if (!mayCorrectCharge(person, extra.addedBy))
    throw new Forbidden(phrase('Only the person who added this, or the office, can change it.'))
  return extra
}
