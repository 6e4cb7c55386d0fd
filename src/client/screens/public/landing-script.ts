import { formatAmount, formatDay, formatSlotStart, formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { FrontPage } from '#shared/contract/reviews.ts'

type Day = { date: string; slots: { timeSlot: string; status: string }[] }
type OnSale = { name: string; description: string; basePrice: number; isRecommended: boolean }

const shownDays = 4
/** The page reserves the height of one day for these. */
const shownTimes = 5

/** Fills in data unknown at build time: free times, prices, reviews and technicians. */
export function showLiveParts(): void {
  void showPeople()
  void fill('[data-next-days]', '/api/availability', (found) => {
    const free = (found as Day[] | undefined)?.filter(({ slots }) => slots.some(isOpen))
    if (!free) return [rowOf('[data-times-unknown]')]
    return free.length > 0 ? free.slice(0, shownDays).map(dayRow) : [rowOf('[data-no-times]')]
  })
  void fill('[data-prices]', '/api/service-packages', (found) => {
    const packages = (found ?? []) as OnSale[]
    const from = document.querySelector('[data-from-price]')
    const cheapest = Math.min(...packages.map(({ basePrice }) => basePrice))
    if (from && packages.length > 0)
      from.textContent = t('From {price}', { price: formatPrice(cheapest) })
    return packages.map(priceRow)
  })
}

/** Fills a list on this page, with what `rowsOf` makes of the answer (undefined if it fails); without rows it stays as built. */
async function fill(place: string, url: string, rowsOf: (found: unknown) => HTMLElement[]) {
  const list = document.querySelector(place)
  if (!list) return
  const response = await fetch(url).catch(() => undefined)
  const rows = rowsOf(response?.ok ? await response.json() : undefined)
  if (rows.length > 0) list.replaceChildren(...rows)
}

const isOpen = ({ status }: Day['slots'][number]) => status === 'open'

function dayRow({ date, slots }: Day): HTMLElement {
  const marks = slots.map((slot) => {
    const look = isOpen(slot) ? 'border-edge' : 'border-amber bg-oil'
    const width = slots.length > shownTimes + 1 ? 'w-1.5' : 'w-2.5'
    return part('span', `h-5 ${width} rounded-[2px] border ${look}`)
  })
  const strip = part('span', 'inline-flex gap-1', ...marks)
  strip.ariaHidden = 'true'
  const free = slots.filter(isOpen)
  const times = free.slice(0, shownTimes).map(({ timeSlot }) => formatSlotStart(timeSlot))
  if (free.length > shownTimes) times.push(`+${free.length - shownTimes}`)
  return part(
    'li',
    'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2',
    part('span', 'font-medium whitespace-nowrap', formatDay(date)),
    strip,
    part(
      'span',
      'col-span-2 text-sm text-soft',
      times.map((time) => time.replaceAll(' ', '\u00a0')).join(' · '),
    ),
  )
}

/** A hidden part of this page as a row. */
function rowOf(place: string): HTMLElement {
  const words = document.querySelector(place)?.cloneNode(true)
  if (!(words instanceof HTMLElement)) return part('li', '')
  words.hidden = false
  words.classList.remove('hidden')
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

/** Reviews and technicians; their sections stay hidden while empty. */
async function showPeople(): Promise<void> {
  const lists = ['[data-reviews]', '[data-team]'].map((place) => document.querySelector(place))
  if (!lists.some(Boolean)) return
  const response = await fetch('/api/front-page').catch(() => undefined)
  if (!response?.ok) return
  const found = (await response.json()) as FrontPage
  const rows = [found.reviews.map(reviewRow), found.technicians.map(technicianRow)]
  lists.forEach((list, at) => {
    if (!list || !rows[at]?.length) return
    list.replaceChildren(...rows[at])
    list.closest('section')?.removeAttribute('hidden')
  })
}

function stars(rating: number): HTMLElement {
  const full = Math.round(rating)
  const mark = part(
    'span',
    'tracking-wide text-amber',
    '\u2605'.repeat(full) + '\u2606'.repeat(5 - full),
  )
  mark.role = 'img'
  mark.ariaLabel = t('{rating} of 5 stars', { rating: formatRating(rating) })
  return mark
}

const reviewRow = ({ rating, comment, name }: FrontPage['reviews'][number]) =>
  part(
    'li',
    'min-w-0 rounded-card border border-line bg-card p-5 wrap-anywhere',
    stars(rating),
    part('p', 'mt-2 line-clamp-6 whitespace-pre-line', comment),
    part('p', 'mt-2 text-sm text-soft', name),
  )

function technicianRow(technician: FrontPage['technicians'][number]): HTMLElement {
  const { firstName, rating } = technician
  const words = part('span', 'min-w-0', part('span', 'block truncate font-semibold', firstName))
  if (rating)
    words.append(
      part(
        'span',
        'block text-sm text-soft',
        stars(rating.mean),
        ` ${formatRating(rating.mean)} (${rating.count})`,
      ),
    )
  return part('li', 'flex items-center gap-3', face(technician), words)
}

function face({ firstName, photoUrl }: FrontPage['technicians'][number]): HTMLElement {
  const look = 'size-14 flex-none rounded-full'
  if (!photoUrl) {
    const initial = part(
      'span',
      `${look} flex items-center justify-center bg-amber-wash text-lg font-semibold text-amber`,
      firstName.charAt(0).toUpperCase(),
    )
    initial.ariaHidden = 'true'
    return initial
  }
  const image = document.createElement('img')
  Object.assign(image, { src: photoUrl, alt: '', width: 56, height: 56, loading: 'lazy' })
  image.className = `${look} object-cover`
  return image
}

function part(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...content)
  return element
}
