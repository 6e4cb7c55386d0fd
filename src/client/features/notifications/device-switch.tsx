import { useBusiness } from '#client/app/session.ts'
import { Switch } from '#client/ui/switch.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import { type DeviceState, useThisDevice } from './this-device.ts'

/** Whether this browser shows what its person is notified of; it asks its owner when that is switched on. */
export function DeviceSwitch() {
  const { state, known, on, change } = useThisDevice()
  const { brandName } = useBusiness()
  return (
    <Switch
      label={t('On this device')}
      description={on ? t('Shown here until you sign out.') : describeDevice(state, brandName)}
      checked={change.isPending ? change.variables : on}
      disabled={state !== 'ready' || !known || change.isPending}
      onChange={({ target }) =>
        change.mutate(target.checked, { onError: () => showDeviceFailure() })
      }
    />
  )
}

/** What this device can do, and what its owner has to do for more. */
function describeDevice(state: DeviceState, brand: string): string {
  switch (state) {
    case 'ready':
      return t('When your technician is on the way, and whatever else is behind the bell.')
    case 'needs_install':
      return t(
        'iPhone and iPad show them once {brand} is on your home screen: Share, then Add to Home Screen.',
        { brand },
      )
    case 'blocked':
      return t(
        'Notifications of this site are blocked. You can allow them in the settings of your browser.',
      )
    case 'unable':
      return t('This browser cannot show notifications.')
  }
}

export const showDeviceFailure = () =>
  toast({
    title: t('Could not switch on notifications'),
    description: t(
      'Your browser did not get through to its notification service. Please try again later.',
    ),
    destructive: true,
  })
