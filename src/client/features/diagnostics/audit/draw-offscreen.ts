import { readScreenMark, type Screen } from '#client/app/screen-mark.tsx'
import { t } from '#shared/texts/t.ts'
import { pause } from '../checks/ask.ts'

/** A page as a person would have got it. */
export type Drawn = {
  screen: Screen
  /** Where it led to. */
  path: string
  heading: string
  /** The whole page is nothing but the words that something went wrong. */
  isError: boolean
  /** By how many px it is wider than its frame. */
  overflow: number
  /** Pages of this site that it leads to, each with its query. */
  links: string[]
}

export const phone = { width: 390, height: 844 }
const lookEveryMs = 50

/**
 * Loads a page of this site in a frame that nobody sees or reaches, and answers once it is there with its heading and
 * nothing loads any more. Throws when the signal ends before.
 */
export async function drawOffscreen(
  path: string,
  signal: AbortSignal,
  { width, height } = phone,
): Promise<Drawn> {
  const frame = document.createElement('iframe')
  frame.title = t('The page that is tested')
  // Else a field of the page that takes the focus would take it from who is reading the results.
  frame.inert = true
  frame.ariaHidden = 'true'
  frame.style.cssText = `position: fixed; left: -9999px; top: 0; border: 0; width: ${width}px; height: ${height}px`
  frame.src = path
  document.body.append(frame)
  try {
    for (;;) {
      const drawn = frame.contentDocument && readPage(frame.contentDocument)
      if (drawn) return drawn
      await pause(lookEveryMs, signal)
    }
  } finally {
    frame.remove()
  }
}

function readPage(page: Document): Drawn | undefined {
  const screen = readScreenMark(page)
  const main = page.querySelector('main')
  if (!screen || !main) return undefined
  const heading = main.querySelector('h1')
  const { scrollWidth, clientWidth } = page.documentElement
  const drawn = {
    screen,
    path: page.location.pathname,
    heading: heading?.textContent.trim() ?? '',
    isError: Boolean(heading?.closest('[role=alert]')),
    overflow: Math.max(0, scrollWidth - clientWidth),
    links: linksOf(page),
  }
  if (typeof screen === 'string' || 'isFor' in screen) return drawn
  const isThere = drawn.heading !== '' && (heading?.getClientRects().length ?? 0) > 0
  const isLoading = [...main.querySelectorAll('[role=status]')].some(
    (status) => status.getAttribute('aria-label') === t('Loading'),
  )
  return isThere && !isLoading ? drawn : undefined
}

function linksOf(page: Document): string[] {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
    .map(({ href }) => new URL(href))
    .filter(({ origin, pathname }) => origin === location.origin && isPage(pathname))
    .map(({ pathname, search }) => pathname + search)
  return [...new Set(links)]
}

/** Calls are left alone, though they are links: one of them signs out. */
export const isPage = (path: string) =>
  path.startsWith('/') && !/^\/+(api|calendar)(\/|$)/i.test(path)
