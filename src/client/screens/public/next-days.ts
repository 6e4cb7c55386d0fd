import { formatDay } from '#shared/texts/format.ts'
import { plural } from '#shared/texts/t.ts'

type Day = { date: string; slots: { status: string }[] }

const shownDays = 4

/** Fills the landing page's list with the next days that have a free slot, from live availability. */
export async function showNextDays(): Promise<void> {
  const list = document.querySelector('[data-next-days]')
  if (!list) return
  const response = await fetch('/api/availability').catch(() => undefined)
  if (!response?.ok) return
  const days = (await response.json()) as Day[]
  const open = days.filter((day) => day.slots.some((slot) => slot.status === 'open'))
  if (open.length > 0) list.replaceChildren(...open.slice(0, shownDays).map(dayRow))
}

function dayRow({ date, slots }: Day): HTMLElement {
  const free = slots.filter((slot) => slot.status === 'open').length
  const row = document.createElement('li')
  row.className = 'flex min-h-12 items-center gap-4'
  const strip = document.createElement('span')
  strip.className = 'inline-flex gap-1'
  strip.setAttribute('aria-hidden', 'true')
  for (const slot of slots) {
    const mark = document.createElement('span')
    mark.className = `h-5 w-2.5 rounded-[2px] border ${slot.status === 'open' ? 'border-edge' : 'border-amber bg-oil'}`
    strip.append(mark)
  }
  const name = document.createElement('span')
  name.className = 'flex-1 font-medium whitespace-nowrap'
  name.textContent = formatDay(date)
  const count = document.createElement('span')
  count.className = 'text-sm text-soft'
  count.textContent = plural(free, { one: '{count} time free', other: '{count} times free' })
  row.append(name, strip, count)
  return row
}
