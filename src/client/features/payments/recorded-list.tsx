import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { paidBy, recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const TakeBackDialog = lazyDialog(() => import('./take-back-dialog.tsx'))

/** The payments recorded for a visit; each can be taken back. */
export function RecordedList({ payment }: { payment: Payment }) {
  const { recorded } = payment
  const [open, setOpen] = useState<Recorded | null>(null)
  if (recorded.length === 0) return null
  return (
    <>
      <ol aria-label={t('Paid directly')} className="divide-y divide-line border-y border-line">
        {recorded.map((one) => (
          <li key={one.id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">
                {[
                  Number(one.amount) < 0
                    ? t('Given back: {method}', {
                        method: translate(recordedMethodLabels[one.method]),
                      })
                    : paidBy(one.method),
                  one.reference,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <span className="block text-sm text-soft">
                {[formatDay(one.receivedOn), one.by].filter(Boolean).join(', ')}
              </span>
              {isTwice(one, recorded) && (
                <span className="block text-sm font-medium text-amber">
                  {t('Perhaps recorded twice. If so, take one back.')}
                </span>
              )}
              {one.takenBack ? (
                <span className="block text-sm text-soft">
                  {t('Taken back: {reason}', { reason: one.takenBack.reason })}
                </span>
              ) : (
                <QuietButton
                  className="-mx-3"
                  aria-label={t('Take back {amount}', { amount: formatAmount(one.amount) })}
                  onClick={() => setOpen(one)}
                >
                  {t('Take back')}
                </QuietButton>
              )}
            </span>
            <Money
              amount={one.amount}
              className={one.takenBack ? 'text-soft line-through' : 'font-medium'}
            />
          </li>
        ))}
      </ol>
      {open && <TakeBackDialog payment={payment} record={open} onClose={() => setOpen(null)} />}
    </>
  )
}

type Recorded = Payment['recorded'][number]

/** Whether another person recorded the same payment: the technician and the office may both do it. */
const isTwice = (one: Recorded, all: readonly Recorded[]): boolean =>
  !one.takenBack &&
  all.some(
    (other) =>
      !other.takenBack &&
      other.id !== one.id &&
      other.by !== one.by &&
      other.amount === one.amount &&
      other.method === one.method &&
      other.receivedOn === one.receivedOn,
  )
