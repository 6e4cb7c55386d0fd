import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { LaterValues } from '#client/app/form/later-values.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type AdminPackage, type PackageDetails, PriceForm } from '#shared/contract/catalog.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { valueBefore } from '#shared/rules/dated-values.ts'
import { isBigStep, priceExamples } from '#shared/rules/prices.ts'
import { formatCents, formatChange, formatDay, formatNumber } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { ChangeHistory } from './change-history.tsx'
import { useRecord } from './use-record.ts'

/** As typed; an empty day means none. */
const Typed = z.strictObject({
  price: PriceForm.shape.price,
  from: z.optional(z.string()),
  confirmed: PriceForm.shape.confirmed,
})

interface PriceDialogProps {
  offer: AdminPackage
  onClose: () => void
}

/** Changes a package's price, explains what that affects, and lists earlier prices. */
export default function PriceDialog({ offer, onClose }: PriceDialogProps) {
  const { record, latest, takeConflict } = useRecord(offer)
  const { today } = useBusiness()
  const params = { id: offer.id }
  const details = useCall('GET /api/admin/service-packages/{id}', { params })
  // Another user's change while this is open.
  const newer = details.data && details.data.version > latest.version ? details.data : null
  const present = newer ?? record
  const before = centsFromDollars(present.basePrice)
  return (
    <DialogForm
      call="PATCH /api/admin/service-packages/{id}/price"
      input={({ price, from, confirmed }) => ({
        params,
        body: { price, ...(from && { from }), ...(confirmed && { confirmed }) },
        ifMatch: (newer ?? latest).version,
      })}
      schema={Typed}
      defaultValues={{ price: decimalFromCents(before), from: '' }}
      onFailure={takeConflict}
      onClose={onClose}
      title={t('Price of {name}', { name: offer.name })}
      submitLabel={({ price }) => {
        const cents = centsFromDecimal(price ?? '')
        return cents === undefined || cents === before
          ? t('Save')
          : t('Sell for {price}', { price: formatCents(cents) })
      }}
      disabledReason={({ price, from }) =>
        !from && centsFromDecimal(price ?? '') === before && t('This is already the price.')
      }
      confirm={({ price }) => {
        const after = centsFromDecimal(price) ?? 0
        if (!isBigStep(before, after)) return null
        return {
          title: t('Sell it for {price}?', { price: formatCents(after) }),
          description: t('It costs {price} now.', { price: formatCents(before) }),
          confirmLabel: t('Sell for {price}', { price: formatCents(after) }),
        }
      }}
      insist={({ details, message }, body) =>
        (details as { reason?: string } | undefined)?.reason === 'confirm'
          ? {
              question: {
                title: t('Save this price?'),
                description: message,
                confirmLabel: t('Yes, save it'),
                cancelLabel: t('Keep editing'),
              },
              values: { ...body, confirmed: true },
            }
          : null
      }
      failureTitle={t('Failed to update price')}
      successToast={(_, { price, from }) => {
        const words = { name: offer.name, price: formatCents(centsFromDecimal(price) ?? 0) }
        return {
          title: t('Success'),
          description: from
            ? t('{name} costs {price} for visits from {day} on.', {
                ...words,
                day: formatDay(from, { year: true }),
              })
            : t('{name} costs {price} from the next booking on.', words),
        }
      }}
    >
      {({ DateField, MoneyField }, { price }, { formState }) => {
        const after = centsFromDecimal(price ?? '')
        return (
          <>
            {newer && newer.basePrice !== record.basePrice && !formState.isSubmitting && (
              <Banner live tone="warning">
                {describePriceConflict(newer)}
              </Banner>
            )}
            <MoneyField name="price" label={t('Price')} />
            <DateField
              name="from"
              label={t('For visits from')}
              min={today}
              hint={t('Blank: from the next booking on.')}
            />
            {present.priceChanges && (
              <LaterValues
                title={t('Later prices')}
                call="PATCH /api/admin/service-packages/{id}/price"
                values={laterPrices(present, (newer ?? latest).version)}
                failureToast={t('Not cancelled')}
              />
            )}
            <section aria-label={t('What changes')} aria-live="polite">
              <h3 className="border-b border-line pb-1 text-sm font-semibold">
                {t('What changes')}
              </h3>
              <ul className="divide-y divide-line text-sm">
                <li className="py-1.5">
                  {details.data ? keptInWords(details.data.visitsAhead) : <Skeleton lines={1} />}
                </li>
                {priceExamples(present, before).map(({ quarts, beyond, cents }) => (
                  <li key={quarts} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                    <span className="min-w-0">
                      {beyond === 0
                        ? t('A car that takes {quarts} qt or less', {
                            quarts: formatNumber(quarts, 2),
                          })
                        : t('A car that takes {quarts} qt, with {beyond} more as extras', {
                            quarts: formatNumber(quarts, 2),
                            beyond,
                          })}
                    </span>
                    <Step from={cents} to={after === undefined ? cents : cents - before + after} />
                  </li>
                ))}
              </ul>
            </section>
            {details.data && (
              <ChangeHistory
                title={t('Prices before')}
                history={details.data.history}
                fields={['basePrice', 'priceChanges']}
                empty={t('The price has never changed.')}
              />
            )}
          </>
        )
      }}
    </DialogForm>
  )
}

function laterPrices({ id, basePrice, priceChanges = [] }: AdminPackage, version: number) {
  const changes = priceChanges.map(({ from, price }) => ({
    from,
    value: centsFromDollars(price),
  }))
  return changes.map(({ from, value }) => ({
    key: from,
    words: t('{price} from {day}', {
      price: formatCents(value),
      day: formatDay(from, { year: true }),
    }),
    cancel: {
      params: { id },
      body: {
        from,
        price: decimalFromCents(valueBefore(centsFromDollars(basePrice), changes, from)),
      },
      ifMatch: version,
    },
  }))
}

function Step({ from, to }: { from: number; to: number }) {
  if (from === to) return <Money cents={from} className="ml-auto font-medium" />
  return (
    <span className="ml-auto font-medium">
      <Money cents={from} className="text-soft line-through" />
      <span className="sr-only">{t('becomes')}</span> <Money cents={to} />{' '}
      <span className="text-soft">{formatChange(to, from)}</span>
    </span>
  )
}

function describePriceConflict({
  history,
  basePrice,
}: Pick<PackageDetails, 'history' | 'basePrice'>): string {
  const by = history.find(({ changes }) => changes.some(({ field }) => field === 'basePrice'))?.by
  const price = formatCents(centsFromDollars(basePrice))
  return by
    ? t('{name} has just changed the price to {price}.', { name: by, price })
    : t('The price has just changed to {price}.', { price })
}

const keptInWords = (visits: number): string =>
  visits === 0
    ? t('No upcoming visits use it.')
    : plural(visits, {
        one: '{count} visit that is booked keeps its price.',
        other: '{count} visits that are booked keep their price.',
      })
