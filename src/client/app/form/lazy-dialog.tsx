import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/**
 * A dialog whose code comes when it is opened first, so that the page around it stays light; `preload` has it come
 * before.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => void } {
  const part = lazyLoad(load)
  let loaded: ComponentType<Props> | undefined
  const get = async () => (loaded ??= (await part()).default)
  const preload = () => void get().catch(() => {})
  return Object.assign(LazyDialog, { preload })
  function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded)
    const showFailure = useEffectEvent(() => {
      toast(
        navigator.onLine
          ? stuck()
          : {
              title: t('No connection. Please check the network and try again.'),
              destructive: true,
            },
      )
      props.onClose()
    })
    useEffect(() => {
      const show = async () => {
        const found = await get()
        setDialog(() => found)
      }
      show().catch(showFailure)
    }, [])
    return Dialog ? <Dialog {...props} /> : null
  }
}

/** The network is there, and the browser remembers that it was not. */
const stuck = (): ToastMessage => ({
  title: t('This part of the page did not load.'),
  destructive: true,
  action: { label: t('Reload'), onSelect: () => location.reload() },
})
