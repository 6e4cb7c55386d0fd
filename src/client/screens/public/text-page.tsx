import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface TextPageProps {
  title: string
  /** Room for two columns. */
  wide?: boolean
  children: ReactNode
}

/** A public page of text: one narrow column, unless it says otherwise. */
export function TextPage({ title, wide, children }: TextPageProps) {
  return (
    <article
      className={clsx(
        'mx-auto py-6',
        wide ? 'max-w-280' : 'max-w-column',
        '[&_h2]:mt-8 [&_h2]:text-lg [&_p]:mt-2 [&_p]:text-soft',
      )}
    >
      <title>{title}</title>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </article>
  )
}

/** A link in its text: plain HTML, as the prerendered pages have no router. */
export function PublicLink(props: ComponentProps<'a'>) {
  return (
    <a {...props} className="font-medium text-ink underline decoration-edge underline-offset-4" />
  )
}
