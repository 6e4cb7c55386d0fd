import { BrandIcon } from '#client/brand/brand.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

interface InstallPromptProps {
  onInstall: () => void
  onLater: () => void
}

/** Floats over the end of the page; where an action has its place there, it waits until that page is left. */
export function InstallPrompt({ onInstall, onLater }: InstallPromptProps) {
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
