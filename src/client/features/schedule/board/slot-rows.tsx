import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import type { SlotRow } from './board.ts'

interface SlotRowsProps {
  slots: readonly SlotRow[]
  onBlock: (slot: SlotRow) => void
}

export function SlotRows({ slots, onBlock }: SlotRowsProps) {
  return (
    <Card title={t('Times of the day')} flush>
      <ul>
        {slots.map((slot) => (
          <li
            key={slot.timeSlot}
            className="flex items-center justify-between gap-3 border-t border-line px-4 py-1.5 first:border-t-0 sm:px-5"
          >
            <div className="min-w-0">
              <p className="font-medium whitespace-nowrap">{formatSlot(slot.timeSlot)}</p>
              <p className="text-sm text-soft">
                {slot.isBlocked ? (
                  <>
                    <Badge color="red">{t('Blocked')}</Badge> {slot.blockedReason}
                  </>
                ) : (
                  describeSlot(slot)
                )}
              </p>
            </div>
            <BlockButton slot={slot} onBlock={onBlock} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function BlockButton({
  slot,
  onBlock,
}: {
  slot: SlotRow
  onBlock: (slot: SlotRow) => void
}) {
  const time = formatSlot(slot.timeSlot)
  return (
    <SmallButton
      variant={slot.isBlocked ? 'secondary' : 'quiet'}
      aria-label={slot.isBlocked ? t('Unblock {time}', { time }) : t('Block {time}', { time })}
      disabledReason={slot.status === 'past' && t('This time is over.')}
      onClick={() => onBlock(slot)}
    >
      {slot.isBlocked ? t('Unblock') : t('Block')}
    </SmallButton>
  )
}

/** Requests take no seat, so their slot counts as free. */
function describeSlot({ jobs, booked, status }: SlotRow): string {
  const requests = jobs.length - booked
  const taken = plural(booked, { one: '{count} visit', other: '{count} visits' })
  const asked = plural(requests, { one: '{count} request', other: '{count} requests' })
  const isClosed = status === 'closed'
  return [
    booked > 0 && taken,
    isClosed ? t('Closed') : booked === 0 && t('Free'),
    requests > 0 && asked,
  ]
    .filter(Boolean)
    .join(' · ')
}
