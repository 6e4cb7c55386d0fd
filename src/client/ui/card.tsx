import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'

interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  title?: ReactNode
  action?: ReactNode
  flush?: boolean
}

export function Card({ title, action, flush, className, children, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={clsx('rounded-card border border-line bg-card shadow-lift', className)}
    >
      {(title || action) && (
        <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 px-4 pt-3 sm:px-5">
          {title && <h2 className="py-1.5 text-lg">{title}</h2>}
          {action}
        </div>
      )}
      <div
        className={clsx(
          flush ? title && 'pt-2' : ['px-4 pb-4 sm:px-5 sm:pb-5', title ? 'pt-3' : 'pt-4'],
        )}
      >
        {children}
      </div>
    </section>
  )
}
