import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { ShownExtra } from '#client/app/work/waiting-changes.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { useConfirm } from '#client/ui/confirm-dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { approvalLabels, isCharged } from '#shared/rules/extras.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { approvalColors } from '#shared/rules/status-colors.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { CorrectExtraDialog } from './extra-form.tsx'
import { removeAddon, removeExtra } from './remove-charge.ts'
import { useExtras } from './use-extras.ts'

/** Charges on top of the package; their author can correct or remove them. */
export function ChargeList({ job, locked }: { job: Job; locked: boolean }) {
  const { shown, entries, adding } = useExtras(job.id)
  const [corrected, setCorrected] = useState<ShownExtra | null>(null)
  const { confirm, confirmDialog } = useConfirm()
  const remove = async (extra: ShownExtra) => {
    const isSure = extra.approval !== 'approved' || (await confirm(approvedWords()))
    if (!isSure) return
    // One id, made now: repeated undo creates one extra.
    const { serviceType, description, quantity, productId, findingItemId, repeats } = extra
    const isOffered = extra.offered === true
    const unitPrice = extra.unitPrice.toFixed(2)
    const line = { serviceType, description, quantity, unitPrice }
    const offer = { productId, findingItemId, repeats }
    const again = adding(isOffered ? { ...line, ...offer } : line, { isOffered })
    await removeExtra(job.id, extra, { entries, again })
  }
  if (job.addons.length + shown.length === 0)
    return <p className="text-soft">{t('No extra charges.')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {job.addons.map((addon) => (
          <Charge
            key={addon.addonServiceId}
            name={addon.name}
            note={t('Add-on')}
            amount={<Money amount={addon.price} className="font-medium" />}
            onRemove={addon.removable && !locked && (() => void removeAddon(job.id, addon))}
          />
        ))}
        {shown.map((extra) => (
          <Charge
            key={extra.id}
            name={extra.description}
            note={t('{quantity} × {price}', {
              quantity: extra.quantity,
              price: formatCents(centsFromDollars(extra.unitPrice)),
            })}
            amount={
              <Money
                cents={centsFromDollars(extra.totalPrice)}
                className={isCharged(extra) ? 'font-medium' : 'text-soft line-through'}
              />
            }
            state={<State extra={extra} locked={locked} />}
            onCorrect={extra.correctable && !locked && (() => setCorrected(extra))}
            onRemove={extra.removable && !locked && (() => void remove(extra))}
          />
        ))}
      </ul>
      {corrected && (
        <CorrectExtraDialog jobId={job.id} extra={corrected} onClose={() => setCorrected(null)} />
      )}
      {confirmDialog}
    </>
  )
}

const approvedWords = () => ({
  danger: true,
  title: t('Remove this extra?'),
  description: t(
    'The customer has approved it. They are notified, and asked again if you add it back.',
  ),
  confirmLabel: t('Remove extra'),
})

function State({ extra: { approval, unsent }, locked }: { extra: ShownExtra; locked: boolean }) {
  const shown = approval === 'waiting' && locked ? 'left_out' : approval
  const words =
    unsent && shown === 'waiting'
      ? t('Not sent yet; the customer will be asked')
      : approvalLabels[shown] && translate(approvalLabels[shown])
  if (!words) return unsent && <Badge color="light">{t('Not sent yet')}</Badge>
  return <Badge color={approvalColors[shown]}>{words}</Badge>
}

interface ChargeProps {
  name: string
  note: string
  amount: ReactNode
  state?: ReactNode
  onCorrect?: (() => void) | false
  onRemove?: (() => void) | false
}

function Charge({ name, note, amount, state, onCorrect, onRemove }: ChargeProps) {
  const row = useRef<HTMLLIElement>(null)
  // Before the row and its focus are gone.
  useLayoutEffect(() => {
    const li = row.current
    return () => {
      if (!li?.contains(document.activeElement)) return
      const heading = li.closest('section')?.querySelector('h2')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus()
    }
  }, [])
  return (
    <li ref={row} className="py-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 wrap-break-word">
          {name}
          <span className="block text-sm text-soft">{note}</span>
        </span>
        {amount}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {state}
        <span className="ml-auto flex">
          {onCorrect && (
            <Button variant="quiet" aria-label={t('Correct {name}', { name })} onClick={onCorrect}>
              {t('Correct')}
            </Button>
          )}
          {onRemove && (
            <Button variant="quiet" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
              {t('Remove')}
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
