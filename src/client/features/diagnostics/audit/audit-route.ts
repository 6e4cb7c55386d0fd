import { describeAudience } from '#client/app/routing.ts'
import { t } from '#shared/texts/t.ts'
import { answerWithinMs, noAnswer, within } from '../checks/ask.ts'
import { type Drawn, drawOffscreen } from './draw-offscreen.ts'

export type RouteState = 'untested' | 'working' | 'broken'
type Finding = { state: RouteState; detail: string; links: string[] }

export type RouteTarget = {
  path: string
  /** Why there is no real id; the page is then untested. */
  without?: string | undefined
}

/**
 * Requests a page by HEAD, then renders it in the app, since the server can't tell whether the route exists. Throws only
 * when cancelled.
 */
export async function auditRoute(
  { path, without }: RouteTarget,
  cancelled: AbortSignal,
  draw = drawOffscreen,
): Promise<Finding> {
  const refused = await askServer(path, cancelled)
  if (refused) return finding('broken', refused)
  const drawn = await within(answerWithinMs, cancelled, (signal) =>
    draw(path, signal).catch(() => undefined),
  )
  if (!drawn) return finding('broken', noAnswer())
  return judge(path, drawn, without)
}

/** Why the server has no such page; undefined if it has. */
function askServer(path: string, cancelled: AbortSignal): Promise<string | undefined> {
  return within(answerWithinMs, cancelled, async (signal) => {
    try {
      const { ok, status } = await fetch(path, {
        method: 'HEAD',
        cache: 'no-store',
        credentials: 'same-origin',
        signal,
      })
      if (ok) return undefined
      return status === 404
        ? t('Missing: the server has no page there (404).')
        : t('The server answered with {status}.', { status: String(status) })
    } catch {
      return signal.aborted ? noAnswer() : t('The server could not be reached.')
    }
  })
}

function judge(path: string, drawn: Drawn, without: string | undefined): Finding {
  const { screen, heading, isError, links } = drawn
  if (screen === 'missing')
    return finding('broken', t('Missing: the server answers, and the app has no page there.'))
  if (screen === 'crashed')
    return finding('broken', t('The page stopped working while it was drawn.'))
  if ('isFor' in screen) return finding('untested', describeAudience(screen.isFor))
  if (without) return finding('untested', without)
  if (isError) return finding('broken', t('The page says “{heading}”.', { heading }))
  const leadsTo = drawn.path
  const detail =
    leadsTo === new URL(path, location.href).pathname
      ? t('Shows “{heading}”.', { heading })
      : t('Leads to {path}, which shows “{heading}”.', { path: leadsTo, heading })
  return { state: 'working', detail, links }
}

const finding = (state: RouteState, detail: string): Finding => ({ state, detail, links: [] })
