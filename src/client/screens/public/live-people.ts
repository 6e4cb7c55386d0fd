import type { FrontPage } from '#shared/contract/reviews.ts'
import { formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { part } from './part.ts'

/** What customers said and who comes: sections that are not there until there is something in them. */
export async function showPeople(): Promise<void> {
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
