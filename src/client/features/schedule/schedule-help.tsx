import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { describeOpening } from '#shared/rules/weekly-hours.ts'
import { t } from '#shared/texts/t.ts'

export function ScheduleHelp() {
  const business = useBusiness()
  const steps = [
    t('Pick a day in the calendar. A mark means that a time on that day is full.'),
    t(
      'Drag a visit to a technician and a time, or use its menu. Each technician takes one visit at a time.',
    ),
    t(
      'Block a time or the whole day to stop new bookings. Visits already booked stay on the schedule.',
    ),
    t('Unblock it, and customers can book again right away.'),
  ]
  return (
    <Card title={t('How it works')}>
      <ol className="list-decimal space-y-2 pl-5 text-sm marker:text-soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-soft">
        {t('Service days: {days}.', { days: describeOpening(business) })}
      </p>
    </Card>
  )
}

const KeysDialog = lazyDialog(() => import('./board/keys-dialog.tsx'))

const writes = 'input, select, textarea, [contenteditable], [popover], dialog'

/** The list of keys, opened with a question mark except in text fields. */
export function useKeysHelp(): { open: () => void; help: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || (event.target as Element).closest?.(writes)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { open, help: isOpen && <KeysDialog onClose={() => setIsOpen(false)} /> }
}
