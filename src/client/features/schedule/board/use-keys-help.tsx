import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'

const KeysDialog = lazyDialog(() => import('./keys-dialog.tsx'))

const writes = 'input, select, textarea, [contenteditable], [popover], dialog'

/** The list of the keys: a question mark opens it from anywhere on the page, but where somebody writes. */
export function useKeysHelp(): { open: () => void; help: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || (event.target as Element).closest?.(writes)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { open, help: isOpen && <KeysDialog onClose={() => setIsOpen(false)} /> }
}
