import type { LocalDate } from './calendar.ts'
import { productConditions } from './catalog.ts'
import { cardName, type NamedCard } from './saved-cards.ts'
import { t, translate } from '../texts/t.ts'
import type { JobStatus } from './jobs.ts'
import type { LineProduct } from './lines.ts'
import { paidBy, type RecordedMethod } from './recorded-payments.ts'
import { type OilType, oilTypeLabel } from './oil.ts'
import { describeTires, type Tires } from './tires.ts'

const holdKinds = ['reserved', 'raised', 'lowered', 'used', 'released', 'expired', 'ended'] as const
const chargeKinds = [
  'captured',
  'refunded',
  'refund-failed',
  'tip',
  'tip-refunded',
  'tip-refund-failed',
  'dispute-lost',
  'recorded',
  'taken-back',
  'given-back',
] as const
/** Movements of a visit's money. `used`: a hold that became a charge, which is a movement of its own. */
export const movementKinds = [...holdKinds, ...chargeKinds] as const
export type MovementKind = (typeof movementKinds)[number]

/**
 * A ledger entry. The amount, a decimal string, is what the customer paid, negative for a refund; for a hold, the held
 * amount.
 */
type Movement = {
  kind: MovementKind
  amount: string
  at: string
  card: NamedCard | null
  /** How it was paid, if not by card. */
  method: RecordedMethod | null
  /** A refund still pending at the network. */
  pending: boolean
}

/** The movements in order, in the customer's words; `isCharge`: it counts as paid. */
export function describeMovements(movements: readonly Movement[]) {
  return movements
    .filter(({ kind }) => kind !== 'used')
    .map((movement) => ({
      label: movementLabel(movement),
      amount: movement.amount,
      at: movement.at,
      isCharge: isCharge(movement),
    }))
}

/** The title over them: the card's, unless something was paid otherwise. */
export const movementsTitle = (movements: readonly Pick<Movement, 'method'>[]): string =>
  movements.length > 0 && movements.every(({ method }) => method === null)
    ? t('On the card')
    : t('Payment')

const isCharge = ({ kind }: Movement) => chargeKinds.some((charge) => charge === kind)

function movementLabel({ kind, card, method, pending }: Movement): string {
  const words: Record<MovementKind, string> = {
    reserved: t('Reserved, not charged'),
    raised: t('Reservation raised'),
    lowered: t('Reservation lowered'),
    used: t('Reserved, then charged'),
    released: t('Reservation released'),
    expired: t('Reservation expired'),
    ended: t('Reservation released by the bank'),
    captured: card ? t('Charged to {card}', { card: cardName(card) }) : t('Charged to the card'),
    refunded: pending ? t('Refund on its way') : t('Refunded to the card'),
    'refund-failed': t('The refund failed'),
    tip: card ? t('Tip charged to {card}', { card: cardName(card) }) : t('Tip charged to the card'),
    'tip-refunded': pending ? t('Refund of the tip on its way') : t('Tip refunded to the card'),
    'tip-refund-failed': t('The refund of the tip failed'),
    'dispute-lost': t('Dispute decided: returned by the bank'),
    recorded: paidBy(method ?? 'other'),
    'taken-back': t('Payment taken back'),
    'given-back': t('Given back'),
  }
  return words[kind]
}

/** Hold and charge in one sentence; `held` is the current hold, and `format` formats amounts. */
export function explainCard(
  {
    status,
    movements,
    cost,
  }: {
    status: JobStatus
    movements: readonly Movement[]
    cost: { charged: string; held: string }
  },
  format: (amount: string) => string,
): string {
  const used = movements.findLastIndex(({ kind }) => kind === 'used')
  const reserved = movements
    .slice(0, used === -1 ? undefined : used)
    .findLast(({ kind }) => kind === 'reserved')
  const charged = movements[used]
  if (reserved && charged && status === 'cancelled')
    return t(
      'The {held} reserved before the visit was not a charge: {charged} of it was charged, and the rest was released.',
      { held: format(reserved.amount), charged: format(charged.amount) },
    )
  if (reserved && charged)
    return t(
      'The {held} reserved before the visit was not a charge: it became the charge of {charged} when the service was done, so you paid once.',
      { held: format(reserved.amount), charged: format(charged.amount) },
    )
  if (movements.some(({ kind }) => kind === 'captured'))
    return t('{charged} was charged directly; nothing is reserved on the card anymore.', {
      charged: format(cost.charged),
    })
  if (cost.held !== '0.00')
    return t('{held} is reserved on the card, not charged yet; the final amount follows now.', {
      held: format(cost.held),
    })
  if (reserved)
    return t('The {held} reserved on the card was released; nothing was charged.', {
      held: format(reserved.amount),
    })
  return t('Nothing was reserved or charged on a card.')
}

type Work = {
  oilType: OilType | null
  oilGrade: string | null
  filledQuarts: number | null
  odometerMiles: number | null
  filters: readonly string[]
}

type ReceiptPart = LineProduct & { quantity: number }

/** Receipt details by the business's profile. */
export type ReceiptDetails = {
  registrationNumber: string
  technician: string
  vin: string
  parts: readonly ReceiptPart[]
  tires: Tires | null
  subtotals: { parts: string; labor: string } | null
  warranty: string
  nextService: { on: LocalDate | null; miles: number | null; words: string }
}

type Facts = { label: string; value: string }[]
type FormatNumber = (value: number) => string

/** The recorded work on a car, in the customer's words; with a receipt profile, each part with its facts. */
export function describeWork(
  work: Work,
  formatNumber: FormatNumber,
  profile: ReceiptDetails | null = null,
): Facts {
  const { oilType, oilGrade, filledQuarts: quarts, odometerMiles: miles, filters } = work
  const oil = [oilType && translate(oilTypeLabel(oilType)), oilGrade].filter(Boolean).join(' ')
  const parts = profile?.parts.map((part) => ({
    label: isOil(part) ? t('Oil') : t('Part'),
    value: describePart(part, formatNumber),
  }))
  return [
    ...(parts?.length ? parts : [{ label: t('Oil'), value: oil }]),
    {
      label: t('New oil'),
      value: quarts === null ? '' : t('{quarts} qt', { quarts: formatNumber(quarts) }),
    },
    { label: t('Filter'), value: parts?.length ? '' : filters.join(', ') },
    {
      label: t('Odometer'),
      value: miles === null ? '' : t('{miles} mi', { miles: formatNumber(miles) }),
    },
    {
      label: t('Tires'),
      value: profile?.tires ? describeTires(profile.tires, formatNumber) : '',
    },
  ].filter(({ value }) => value !== '')
}

const isOil = ({ viscosity, serviceCategory }: ReceiptPart) =>
  viscosity !== '' || serviceCategory !== ''

/** "House oil: Mobil 1, 5W-30, API SP, new, quantity 5". */
function describePart(part: ReceiptPart, formatNumber: FormatNumber): string {
  const { name, brand, viscosity, serviceCategory, partNumber, condition, quantity } = part
  const isNamed = name.toLowerCase().includes(brand.toLowerCase())
  const label = productConditions.find(({ value }) => value === condition)?.label
  const facts = [
    isNamed ? '' : brand,
    viscosity,
    serviceCategory,
    partNumber && t('part number {number}', { number: partNumber }),
    label && translate(label).toLowerCase(),
    t('quantity {count}', { count: formatNumber(quantity) }),
  ]
  return `${name}: ${facts.filter(Boolean).join(', ')}`
}

/** Facts at the head of a receipt with a profile. */
export const describeProfile = (profile: ReceiptDetails | null): Facts =>
  [
    { label: t('VIN'), value: profile?.vin ?? '' },
    { label: t('Technician'), value: profile?.technician ?? '' },
    { label: t('Registration'), value: profile?.registrationNumber ?? '' },
  ].filter(({ value }) => value !== '')

/** Facts at the end of a receipt: the next service and the warranty. */
export function describeAfterwards(
  profile: ReceiptDetails | null,
  formatNumber: FormatNumber,
  formatDay: (day: LocalDate) => string,
): Facts {
  if (!profile) return []
  const { on, miles, words } = profile.nextService
  const due =
    on === null
      ? ''
      : miles === null
        ? formatDay(on)
        : t('{day} or {miles} mi, whichever comes first', {
            day: formatDay(on),
            miles: formatNumber(miles),
          })
  return [
    { label: t('Next service'), value: [due, words].filter(Boolean).join('. ') },
    { label: t('Warranty'), value: profile.warranty },
  ].filter(({ value }) => value !== '')
}

/** Subtotals of parts and labor, before adjustments; amounts are decimal strings. */
export const describeSubtotals = (profile: ReceiptDetails | null) =>
  profile?.subtotals
    ? [
        { label: t('Parts'), amount: profile.subtotals.parts },
        { label: t('Labor'), amount: profile.subtotals.labor },
      ]
    : []
