import { Share } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { CrossGlyph } from '#client/ui/glyphs.tsx'
import { t } from '#shared/texts/t.ts'

interface InstallBannerProps {
  /** Null where only the browser's own menu installs. */
  onInstall: (() => void) | null
  onDismiss: () => void
}

/** A bar on top of the page, in its flow: it covers nothing, and keeps away while the prompt is seen. */
export function InstallBanner({ onInstall, onDismiss }: InstallBannerProps) {
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
        {onInstall && (
          <Button size="small" onClick={onInstall}>
            {t('Install')}
          </Button>
        )}
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
