import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'
import { showDeviceFailure, useThisDevice } from './device-switch.tsx'

const answered = 'push-offer-answered'

/** Offers notifications once per device when there is something to wait for; the browser's prompt follows only after a yes. */
export default function DeviceOffer() {
  const [hidden, setHidden] = useState(wasAnswered)
  const { state, known, on, change } = useThisDevice()
  if (hidden || !known || on || state !== 'ready' || Notification.permission !== 'default')
    return null
  const answer = () => {
    localStorage.setItem(answered, 'true')
    setHidden(true)
  }
  return (
    <Card>
      <div className="flex gap-3">
        <BellRing className="mt-0.5 flex-none text-amber" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t('See here when your technician is on the way?')}</p>
          <p className="text-sm text-soft">
            {t('This device then shows news of your visits, also when this page is closed.')}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <SmallButton
              pending={change.isPending}
              onClick={() =>
                change.mutate(true, { onSuccess: answer, onError: () => showDeviceFailure() })
              }
            >
              {t('Yes, show me')}
            </SmallButton>
            <QuietButton onClick={answer}>{t('No, thanks')}</QuietButton>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** True without storage, or we would ask on every visit. */
function wasAnswered(): boolean {
  try {
    return localStorage.getItem(answered) === 'true'
  } catch {
    return true
  }
}
