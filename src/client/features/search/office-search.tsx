import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'))

/** The office's search: a button, and Ctrl-K or Cmd-K anywhere. */
export function OfficeSearch() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!wanted || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    // Users type right after Ctrl-K.
    const timer = setTimeout(SearchDialog.preload, 2000)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', press)
    }
  }, [])
  return (
    <>
      <IconButton
        icon={<Search />}
        label={t('Find anything')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
