import { useState } from 'react'
import { afterGuard } from '#client/app/navigation-guard.ts'
import { useAppUpdate } from '#client/app/app-update.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** Offers the newer app; nothing loads it but a press, and what is not saved is asked about first. */
export function NewerVersionBar() {
  const { brandName } = useBusiness()
  const [later, setLater] = useState(false)
  const isShown = useAppUpdate() && !later
  return (
    <div role="status" className="print:hidden">
      {isShown && (
        <div className="border-b border-line bg-amber-wash text-sm">
          <div className="mx-auto flex min-h-13 max-w-wide flex-wrap items-center gap-x-2 px-4 py-1 sm:px-6">
            <p className="min-w-40 flex-1">
              {t('A newer version of {brand} is ready.', { brand: brandName })}
            </p>
            <Button size="small" onClick={() => afterGuard(() => location.reload())}>
              {t('Update')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setLater(true)}>
              {t('Later')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
