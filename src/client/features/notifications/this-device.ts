import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { refreshAfter, useCall } from '#client/app/queries.ts'

/**
 * `needs_install`: an iPhone or iPad shows notifications of installed web apps alone; `blocked`: its owner said no, and
 * only they can take it back, in the browser's settings.
 */
export type DeviceState = 'ready' | 'needs_install' | 'blocked' | 'unable'

const isApple = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)

function readState(): DeviceState {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'needs_install' : 'unable'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** Whether this browser can show what its person is notified of, whether it does, and how to switch that. */
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

/** The browser asks its owner here; nothing is stored when they say no. */
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
