import type { ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'

interface ErrorStateProps {
  title: ReactNode
  text?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  pending?: boolean
  /** Instead of retrying: another way out. */
  action?: ReactNode
  /** It stands for a whole page, so its title is the page's. */
  page?: boolean
}

/** Something did not load, what it means, and the way on. */
export function ErrorState(props: ErrorStateProps) {
  const { title, text, onRetry, retryLabel, pending, action, page } = props
  const Title = page ? 'h1' : 'p'
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-8 text-center">
      {page && typeof title === 'string' && <title>{title}</title>}
      <Title className="text-lg font-semibold text-balance">{title}</Title>
      {text && <p className="mt-1 max-w-96 text-balance text-soft">{text}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button onClick={onRetry} pending={pending}>
            {retryLabel ?? t('Try again')}
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
