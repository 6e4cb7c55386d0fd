import { clsx } from 'clsx'
import { t } from '#shared/texts/t.ts'

interface SkeletonProps {
  lines?: number
  /** Shape classes instead of lines: `h-24 w-full`. */
  className?: string
}

/** A placeholder that prevents layout shift. */
export function Skeleton({ lines = 1, className }: SkeletonProps) {
  const block = 'breathe block rounded-control bg-ink/8'
  return (
    <div role="status" aria-label={t('Loading')} className="flex flex-col gap-2.5">
      {className ? (
        <span className={clsx(block, className)} />
      ) : (
        Array.from({ length: lines }, (_, line) => (
          <span key={line} className={clsx(block, 'h-4', line % 3 === 2 ? 'w-2/5' : 'w-full')} />
        ))
      )}
    </div>
  )
}

/** Placeholder while a page's code loads. */
export function PageSkeleton() {
  return (
    <div className="mx-auto max-w-column space-y-6">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
