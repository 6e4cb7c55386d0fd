import type { ComponentProps } from 'react'
import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps extends Omit<ComponentProps<typeof EmptyState>, 'icon'> {
  onRetry: () => void
  retryLabel?: string
  pending?: boolean
}

/** Something did not load, what it means, and the way on: trying again, or `action`. */
export function ErrorState(props: ErrorStateProps) {
  const { onRetry, retryLabel, pending, action, ...words } = props
  return (
    <div role="alert">
      <EmptyState
        {...words}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onRetry} pending={pending}>
              {retryLabel ?? t('Try again')}
            </Button>
            {action}
          </div>
        }
      />
    </div>
  )
}
