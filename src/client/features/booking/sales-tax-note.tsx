import { Money } from '#client/ui/money.tsx'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import { t } from '#shared/texts/t.ts'
import { taxRateOn } from './booking-draft.ts'
import type { Booking } from './use-booking.ts'

/** Breaks the price down into subtotal and sales tax; nothing if there is no tax. */
export function SalesTaxNote({ booking }: { booking: Booking }) {
  const { taxCents, totalCents, payCents, promotion, offer } = booking
  if (taxCents === 0) return null
  // Visits on different days may have different rates.
  const rates = [...new Set(booking.visits.map(({ date }) => taxRateOn(offer, date) ?? 0))]
  const rate = rates.map(percentFromBp).join('% / ')
  return (
    <dl
      aria-label={t('Price')}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-card border border-line bg-card px-4 py-3"
    >
      <dt className="text-soft">{t('Package and add-ons')}</dt>
      <dd className="text-right">
        <Money cents={totalCents - taxCents} />
      </dd>
      <dt className="text-soft">{t('plus sales tax {rate}%', { rate })}</dt>
      <dd className="text-right">
        <Money cents={taxCents} />
      </dd>
      {promotion.code !== undefined && promotion.offCents > 0 && (
        <>
          <dt className="text-soft">{t('Code {code}', { code: promotion.code })}</dt>
          <dd className="text-right">
            <Money cents={-promotion.offCents} />
          </dd>
        </>
      )}
      <dt className="font-semibold">{t('Total')}</dt>
      <dd className="text-right font-semibold">
        <Money cents={payCents} />
      </dd>
    </dl>
  )
}

/** Added to catalog prices, which exclude sales tax. */
export function plusSalesTax(rateBp: number | null | undefined): string {
  return rateBp ? t('plus sales tax {rate}%', { rate: percentFromBp(rateBp) }) : ''
}
