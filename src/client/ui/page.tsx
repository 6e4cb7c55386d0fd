import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Anchor } from './button.tsx'
import { BackGlyph } from './glyphs.tsx'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: ReactNode
  /** A sentence or key facts: status, number. */
  lede?: ReactNode
  back?: { href: string; label: string }
  actions?: ReactNode
}

/** The page's h1, with a back link and actions. */
export function PageHeader({ title, lede, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {typeof title === 'string' && <PageTitle>{title}</PageTitle>}
      {back && (
        <Anchor
          href={back.href}
          className="-ml-1 -mt-3 inline-flex min-h-11 items-center gap-1.5 rounded-chip px-1 text-sm font-medium text-soft hover:text-ink"
        >
          <BackGlyph />
          {back.label}
        </Anchor>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl">{title}</h1>
          {lede && <div className="mt-1.5 text-soft">{lede}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 max-sm:has-[nav]:w-full">{actions}</div>}
      </div>
    </header>
  )
}

interface PageProps extends PageHeaderProps {
  wide?: boolean
  className?: string
  children: ReactNode
}

/** A page in a text column, or `wide`, under its header. */
export function Page({ wide, className, children, ...header }: PageProps) {
  return (
    <div className={clsx('mx-auto', wide ? 'max-w-wide' : 'max-w-column', className)}>
      <PageHeader {...header} />
      {children}
    </div>
  )
}
