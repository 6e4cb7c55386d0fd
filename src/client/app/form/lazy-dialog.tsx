import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/** A dialog loaded when first opened; `preload` loads it ahead of time. */
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

/** Online, but the browser remembers the failed import. */
const stuck = (): ToastMessage => ({
  title: t('This part of the page did not load.'),
  destructive: true,
  action: { label: t('Reload'), onSelect: () => location.reload() },
})
