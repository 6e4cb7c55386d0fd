import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface BottomBarProps {
  /** Beside the action: the price, the choices so far. */
  summary?: ReactNode
  /** Above both. */
  progress?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The next action, fixed at the bottom; last in the page. */
export function BottomBar({ summary, progress, wide, children }: BottomBarProps) {
  return (
    <>
      {/* Keeps the end of the page above the bar. */}
      <div aria-hidden="true" className="h-28 tiny:hidden" />
      <div
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card/95 px-4 tiny:static pb-[env(safe-area-inset-bottom)] backdrop-blur-sm sm:px-6"
      >
        <div className="mx-auto max-w-column pt-1.5 short:sr-only">{progress}</div>
        <div
          className={clsx(
            'mx-auto flex min-h-16 items-center gap-4 pt-1 pb-2.5',
            wide ? 'max-w-280' : 'max-w-column',
          )}
        >
          {summary && <div className="min-w-0 flex-1">{summary}</div>}
          <div className={summary ? 'flex flex-none gap-2' : 'flex flex-1 gap-2 *:flex-1'}>
            {children}
          </div>
        </div>
      </div>
    </>
  )
}
