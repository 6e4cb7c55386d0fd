import type { ReactNode, ComponentProps } from 'react'
import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'

interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Makes the title the page's. */
  page?: boolean
  /** Replaces the element just used, and takes its focus. */
  answers?: boolean
}

const focus = (heading: HTMLElement | null) => heading?.focus()

/** Nothing here yet, and the next step. */
export function EmptyState({ icon, title, text, action, page, answers }: EmptyStateProps) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 flex size-12 items-center justify-center rounded-full bg-amber-wash text-amber [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      {page && typeof title === 'string' && <PageTitle>{title}</PageTitle>}
      <Title
        {...(answers && { tabIndex: -1, ref: focus })}
        className="text-lg font-semibold text-balance outline-none"
      >
        {title}
      </Title>
      {text && <p className="mt-1 max-w-96 text-balance text-soft">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

interface ErrorStateProps extends Omit<ComponentProps<typeof EmptyState>, 'icon'> {
  onRetry: () => void
  retryLabel?: string
  pending?: boolean
}

/** A load error with a retry button and an optional `action`. */
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
