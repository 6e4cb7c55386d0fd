import { formatAmount, formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { showPeople } from './live-people.ts'
import { part } from './part.ts'

type Day = { date: string; slots: { timeSlot: string; status: string }[] }
type OnSale = { name: string; description: string; basePrice: number; isRecommended: boolean }

const shownDays = 4

/** What the public pages cannot know when they are built: the free times and the prices of today, and what people say. */
export function showLiveParts(): void {
  void showPeople()
  void fill('[data-next-days]', '/api/availability', (found) => {
    const free = (found as Day[]).filter(({ slots }) => slots.some(isOpen))
    return free.length > 0 ? free.slice(0, shownDays).map(dayRow) : [noTimesRow()]
  })
  void fill('[data-prices]', '/api/service-packages', (found) => {
    const packages = found as OnSale[]
    const from = document.querySelector('[data-from-price]')
    const cheapest = Math.min(...packages.map(({ basePrice }) => basePrice))
    if (from && packages.length > 0)
      from.textContent = t('From {price}', { price: formatPrice(cheapest) })
    return packages.map(priceRow)
  })
}

/** A list that is on this page gets the rows of what the server has; without any it stays as it was built. */
async function fill(place: string, url: string, rowsOf: (found: unknown) => HTMLElement[]) {
  const list = document.querySelector(place)
  const response = list ? await fetch(url).catch(() => undefined) : undefined
  if (!list || !response?.ok) return
  const rows = rowsOf(await response.json())
  if (rows.length > 0) list.replaceChildren(...rows)
}

const isOpen = ({ status }: Day['slots'][number]) => status === 'open'

function dayRow({ date, slots }: Day): HTMLElement {
  const marks = slots.map((slot) => {
    const look = isOpen(slot) ? 'border-edge' : 'border-amber bg-oil'
    return part('span', `h-5 w-2.5 rounded-[2px] border ${look}`)
  })
  const strip = part('span', 'inline-flex gap-1', ...marks)
  strip.ariaHidden = 'true'
  const times = slots.filter(isOpen).map(({ timeSlot }) => formatSlotStart(timeSlot))
  return part(
    'li',
    'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2',
    part('span', 'font-medium whitespace-nowrap', formatDay(date)),
    strip,
    part('span', 'col-span-2 text-sm text-soft', times.join(' · ')),
  )
}

/** In place of the times that the page was built with, as none of them can be had. */
function noTimesRow(): HTMLElement {
  const words = document.querySelector('[data-no-times]')?.cloneNode(true)
  if (!(words instanceof HTMLElement)) return part('li', '')
  words.hidden = false
  return part('li', 'py-3', words)
}

function priceRow({ name, description, basePrice, isRecommended }: OnSale): HTMLElement {
  const words = part(
    'span',
    'min-w-0 flex-1',
    part('span', 'block font-semibold', name, ...(isRecommended ? [' ', recommended()] : [])),
    part('span', 'block text-soft', description),
  )
  const price = part('span', 'text-lg font-semibold', formatPrice(basePrice))
  return part('li', 'flex items-baseline gap-x-6 py-4', words, price)
}

const recommended = () =>
  part(
    'span',
    'rounded-chip bg-amber-wash px-2 py-0.5 text-sm font-medium text-amber',
    t('Recommended'),
  )

const formatPrice = (dollars: number) => formatAmount(dollars.toFixed(2))
