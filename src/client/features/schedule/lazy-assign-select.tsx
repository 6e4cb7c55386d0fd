import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { t } from '#shared/texts/t.ts'
import type { AssignSelect } from './assign-select.tsx'

// Loads the rules of the road, which the first page does not need.
const Loaded = lazyComponent(async () => ({
  default: (await import('./assign-select.tsx')).AssignSelect,
}))

/** `AssignSelect` in a list, with the technician's name until it is loaded. */
export function LazyAssignSelect(props: ComponentProps<typeof AssignSelect>) {
  const { technician } = props.job
  return (
    <Suspense
      fallback={
        <span className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">
          {technician ? technician.name || t('Technician') : t('Unassigned')}
        </span>
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
