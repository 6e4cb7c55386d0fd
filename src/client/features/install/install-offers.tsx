import { Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type InstallEvent, useInstallEvent } from '#client/app/install-event.ts'
import { useBusiness } from '#client/app/session.ts'
import { BrandIcon } from '#client/brand/brand.tsx'
import { Button, IconButton, SmallButton } from '#client/ui/button.tsx'
import { CrossGlyph } from '#client/ui/glyphs.tsx'
import { t } from '#shared/texts/t.ts'
import {
  useInstallAnswers,
  afterBanner,
  afterInstall,
  afterLater,
  bannerDelayMs,
  isIosSafari,
  mayPrompt,
  mayShowBanner,
  promptDelayMs,
} from './install-answers.ts'

/** Offers to install the app: a prompt soon, a banner later, each until answered. `openedAt` is when the page opened. */
export default function InstallOffers({ openedAt }: { openedAt: number }) {
  const offered = useInstallEvent()
  const [answers, answer] = useInstallAnswers()
  const [quietSince, setQuietSince] = useState(openedAt)
  const promptDue = useDue(offered && offered.at + promptDelayMs)
  const bannerDue = useDue(quietSince + bannerDelayMs)
  const isApp = matchMedia('(display-mode: standalone)').matches
  const byHand = !offered && isIosSafari(navigator.userAgent, navigator.maxTouchPoints)

  useEffect(() => {
    const remember = () => answer(afterInstall)
    addEventListener('appinstalled', remember)
    return () => removeEventListener('appinstalled', remember)
  })

  // Don't show the banner right after a 'Later'.
  const later = () => {
    setQuietSince(Date.now())
    answer(afterLater)
  }
  const install = async () => {
    if (offered && (await askBrowser(offered.event))) answer(afterInstall)
    else later()
  }
  if (isApp) return null
  return (
    <>
      {bannerDue && (offered || byHand) && mayShowBanner(answers) && (
        <InstallBanner
          onInstall={
            offered &&
            (() => {
              answer(afterBanner)
              void install()
            })
          }
          onDismiss={() => answer(afterBanner)}
        />
      )}
      {promptDue && offered && mayPrompt(answers) && (
        <InstallPrompt onInstall={() => void install()} onLater={later} />
      )}
    </>
  )
}

/** Opens the browser's install prompt; declining counts as 'Later'. */
async function askBrowser(event: InstallEvent): Promise<boolean> {
  await event.prompt?.().catch(() => undefined)
  const choice = await event.userChoice?.catch(() => undefined)
  return choice?.outcome !== 'dismissed'
}

/** Whether this time has come; never for null. */
function useDue(at: number | null): boolean {
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setReached(at), at - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && reached === at
}

interface InstallBannerProps {
  /** Null if installing needs the browser's menu. */
  onInstall: (() => void) | null
  onDismiss: () => void
}

/** A banner above the page that covers nothing; hidden while the prompt is shown. */
function InstallBanner({ onInstall, onDismiss }: InstallBannerProps) {
  const { brandName } = useBusiness()
  const title = t('Install {brand}', { brand: brandName })
  return (
    <aside
      aria-label={title}
      className="border-b border-line bg-amber-wash text-sm [body:has([data-install-prompt]):not(:has([data-bottom-bar]))_&]:hidden print:hidden"
    >
      <div className="mx-auto flex min-h-13 max-w-wide items-center gap-x-2 px-4 py-1 sm:px-6">
        <p className="min-w-0 flex-1">
          {onInstall ? (
            t('Add {brand} to your home screen.', { brand: brandName })
          ) : (
            <>
              {t('Add {brand} to your home screen:', { brand: brandName })}{' '}
              <span className="font-medium">
                <Share className="inline size-4! align-[-0.15em]" aria-hidden="true" />{' '}
                {t('Share, then Add to Home Screen.')}
              </span>
            </>
          )}
        </p>
        {onInstall && <SmallButton onClick={onInstall}>{t('Install')}</SmallButton>}
        <IconButton
          icon={<CrossGlyph />}
          label={t('Dismiss')}
          onClick={onDismiss}
          className="-mr-3"
        />
      </div>
    </aside>
  )
}

/** Floats over the end of the page; waits on pages with an action there. */
function InstallPrompt({ onInstall, onLater }: { onInstall: () => void; onLater: () => void }) {
  const business = useBusiness()
  const title = t('Install {brand}', { brand: business.brandName })
  return (
    <aside
      data-install-prompt
      aria-label={title}
      className="rise fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-30 rounded-card border border-line bg-card p-4 shadow-float sm:right-auto sm:left-4 sm:w-92 [body:has([data-bottom-bar])_&]:hidden print:hidden"
    >
      <div className="flex items-start gap-3">
        <BrandIcon business={business} className="size-9 flex-none" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-sm text-soft">
            {t('It opens from your home screen, in its own window.')}
          </p>
        </div>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button wide onClick={onLater}>
          {t('Later')}
        </Button>
        <Button variant="primary" wide onClick={onInstall}>
          {t('Install')}
        </Button>
      </div>
    </aside>
  )
}
