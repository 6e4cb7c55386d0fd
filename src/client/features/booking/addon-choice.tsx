import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Addon } from '#shared/contract/catalog.ts'
import { t } from '#shared/texts/t.ts'

// Most customers come for the oil alone.
const loadList = () => import('./addon-list.tsx')
const AddonList = lazy(loadList)

interface AddonChoiceProps {
  addons: readonly Addon[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** A button that opens the list of add-ons; open at once where some are chosen. */
export function AddonChoice({ addons, chosen, onChange }: AddonChoiceProps) {
  const [open, setOpen] = useState(chosen.length > 0)
  if (addons.length === 0) return null
  if (!open)
    return (
      <Button
        variant="quiet"
        icon={<Plus />}
        className="-ml-4 mt-1"
        onPointerEnter={() => void loadList()}
        onClick={() => setOpen(true)}
      >
        {t('Add something to the visit')}
      </Button>
    )
  return (
    <Suspense fallback={<Skeleton className="mt-2.5 h-40 w-full rounded-card!" />}>
      <AddonList addons={addons} chosen={chosen} onChange={onChange} />
    </Suspense>
  )
}
