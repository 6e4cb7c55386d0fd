import { readScreenMark, type Screen } from '#client/app/screen-mark.tsx'
import { t } from '#shared/texts/t.ts'
import { pause } from '../checks/ask.ts'

export type Drawn = {
  screen: Screen
  path: string
  heading: string
  isError: boolean
  /** Pixels it is wider than its frame. */
  overflow: number
  links: string[]
}

export const phone = { width: 390, height: 844 }
const lookEveryMs = 50

/**
 * Renders a page of this site in a hidden frame and returns it once its heading is shown and loading has finished. Throws
 * when the signal aborts.
 */
export async function drawOffscreen(
  path: string,
  signal: AbortSignal,
  { width, height } = phone,
): Promise<Drawn> {
  const frame = document.createElement('iframe')
  frame.title = t('The page that is tested')
  // Keep autofocus in the frame from stealing focus.
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

/** Links to calls are skipped: one of them signs out. */
export const isPage = (path: string) =>
  path.startsWith('/') && !/^\/+(api|calendar)(\/|$)/i.test(path)
