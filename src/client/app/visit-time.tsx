import { formatDay, formatSlot } from '#shared/texts/format.ts'

/** '8:00 AM – 9:00 AM', wrapping only after the dash. */
export function SlotTime({ slot }: { slot: string }) {
  const [start, end] = formatSlot(slot).split(/(?<=–) /)
  return (
    <>
      <span className="whitespace-nowrap">{start}</span>{' '}
      <span className="whitespace-nowrap">{end}</span>
    </>
  )
}

type VisitTimeProps = {
  date: string
  slot: string
  year?: boolean
}

/** 'Tue, Nov 24, 8:00 AM – 9:00 AM', wrapping between day and time or, on narrow phones, after the dash; without a slot only the day. */
export function VisitTime({ date, slot, year }: VisitTimeProps) {
  if (!slot) return <>{formatDay(date, { year: true })}</>
  return (
    <>
      <span className="min-[22rem]:whitespace-nowrap">{formatDay(date, { year })},</span>{' '}
      <span className="min-[22rem]:whitespace-nowrap">
        <SlotTime slot={slot} />
      </span>
    </>
  )
}
