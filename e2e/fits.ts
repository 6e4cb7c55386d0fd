import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** Expects no sideways scrolling: as it is, on narrow phones, and on the narrowest in a typeface 15 % wider. */
export async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size')
  const isPhone = size.width < 400
  await expectNothingWider(page)
  if (isPhone) await page.setViewportSize({ width: 360, height: size.height })
  await expectNothingWider(page)
  const narrow = await widenFace(page)
  if (isPhone) await page.setViewportSize({ width: 320, height: size.height })
  await expectNothingWider(page, 'in a wider face')
  await narrow()
  await page.setViewportSize(size)
}

export async function expectNothingWider(page: Page, when = ''): Promise<void> {
  await drawWholePage(page)
  const { width } = page.viewportSize() ?? {}
  await expect.soft.poll(() => page.evaluate(findWider), `sideways at ${width} ${when}`).toEqual([])
}

/** How far the page is too wide, and which elements reach beyond it or spill out of their button. */
function findWider(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const reached = (element: Element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1
  const isCut = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
  const spills = (element: Element) =>
    element.matches('a, button') &&
    element.clientWidth > 0 &&
    element.scrollWidth > element.clientWidth + 1 &&
    getComputedStyle(element).overflowX === 'visible'
  const beyond = [...document.body.querySelectorAll('*')]
    .filter((element) => (reached(element) && !isCut(element.parentElement)) || spills(element))
    .map((element) => element.outerHTML.slice(0, 160))
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px`, ...beyond] : beyond
}

/** Renders the page in its own typeface 15 % wider, whatever fonts the machine has; returns a function that undoes it. */
async function widenFace(page: Page): Promise<() => Promise<void>> {
  const assets = (await (await page.request.get('/offline.json')).json()) as string[]
  const source = assets.find((path) => path.endsWith('.woff2'))
  const usual = await textWidth(page)
  const style = await page.addStyleTag({
    content: `@font-face { font-family: Wide; src: url('${source}'); font-weight: 400 700; size-adjust: 115% }
      html { font-family: Wide !important }`,
  })
  await page.evaluate(() => document.fonts.load('16px Wide'))
  // A substitute typeface may be slightly off.
  expect((await textWidth(page)) / usual).toBeGreaterThan(1.12)
  return () => style.evaluate((element: HTMLStyleElement) => element.remove())
}

const textWidth = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('span')
    probe.textContent = 'A technician comes to your home or office.'
    probe.style.cssText = 'position: fixed; white-space: nowrap'
    document.body.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return width
  })

/** Renders the parts that a screen skips until they come near, so that they can be measured and checked. */
export const drawWholePage = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.below'))
      part.style.contentVisibility = 'visible'
  })
