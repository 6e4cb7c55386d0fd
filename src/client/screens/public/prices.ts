import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type OnSale = { name: string; description: string; basePrice: number }

/** Fills the landing page's price list and "from" price with the packages on sale, cheapest first. */
export async function showPrices(): Promise<void> {
  const list = document.querySelector('[data-prices]')
  if (!list) return
  const response = await fetch('/api/service-packages').catch(() => undefined)
  if (!response?.ok) return
  const packages = (await response.json()) as OnSale[]
  const [cheapest] = packages
  if (!cheapest) return
  list.replaceChildren(...packages.map(priceRow))
  const from = document.querySelector('[data-from-price]')
  if (from) from.textContent = t('From {price}', { price: formatPrice(cheapest.basePrice) })
}

function priceRow({ name, description, basePrice }: OnSale): HTMLElement {
  const row = document.createElement('li')
  row.className = 'flex items-baseline gap-x-6 py-4'
  const words = document.createElement('span')
  words.className = 'min-w-0 flex-1'
  words.append(part('block font-semibold', name), part('block text-soft', description))
  row.append(words, part('text-lg font-semibold', formatPrice(basePrice)))
  return row
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

const formatPrice = (dollars: number) => formatAmount(dollars.toFixed(2))
