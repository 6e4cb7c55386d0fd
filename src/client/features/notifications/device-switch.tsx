import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { useBusiness, useMaybePerson } from '#client/app/session.ts'
import { Switch } from '#client/ui/switch.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/** Turns notifications on this browser on or off; turning them on asks for permission. */
export function DeviceSwitch() {
  const { state, known, on, change } = useThisDevice()
  const { brandName } = useBusiness()
  const isCustomer = useMaybePerson()?.role === 'customer'
  return (
    <Switch
      label={t('On this device')}
      description={
        on ? t('Shown here until you sign out.') : describeDevice(state, brandName, isCustomer)
      }
      checked={change.isPending ? change.variables : on}
      disabled={state !== 'ready' || !known || change.isPending}
      onChange={({ target }) =>
        change.mutate(target.checked, { onError: () => showDeviceFailure() })
      }
    />
  )
}

function describeDevice(state: DeviceState, brand: string, isCustomer: boolean): string {
  switch (state) {
    case 'ready':
      return isCustomer
        ? t('When your technician is on the way, and everything else under the bell.')
        : t('Get notifications even while this page is closed.')
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

/**
 * `needs_install`: iPhones and iPads only notify for installed web apps; `blocked`: the user refused and can only undo that
 * in the browser's settings.
 */
type DeviceState = 'ready' | 'needs_install' | 'blocked' | 'unable'

const isApple = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)

function readState(): DeviceState {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'needs_install' : 'unable'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** Whether this browser can show notifications and does, and how to switch. */
export function useThisDevice() {
  const [state, setState] = useState(readState)
  const { data } = useCall('GET /api/push/subscriptions')
  const granted = state === 'ready' && Notification.permission === 'granted'
  const change = useMutation<void, CallError, boolean>({
    mutationFn: async (wanted) => {
      if (wanted) await subscribe(data?.publicKey ?? '')
      else await unsubscribe()
    },
    onSettled: () => {
      setState(readState())
      refreshAfter('POST /api/push/subscriptions')
    },
  })
  return { state, known: data !== undefined, on: granted && data?.on === true, change }
}

/** The browser asks for permission here; nothing is stored if denied. */
async function subscribe(applicationServerKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const { endpoint, keys } = subscription.toJSON()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await api('POST /api/push/subscriptions', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      timeZone,
    },
  })
}

async function unsubscribe(): Promise<void> {
  await api('DELETE /api/push/subscriptions')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}
