import { formatDay, formatSlot } from '#shared/texts/format.ts'

/** 'Tue, Nov 24, 8:00 AM – 9:00 AM', broken between the day and the time or, but on the narrowest phones, not at all. */
export function VisitTime({ date, slot }: { date: string; slot: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(date)},</span>{' '}
      <span className="min-[22rem]:whitespace-nowrap">{formatSlot(slot)}</span>
    </>
  )
}
