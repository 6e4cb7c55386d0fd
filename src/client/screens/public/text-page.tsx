import type { ReactNode } from 'react'

/** A public page of text: one narrow column. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="mx-auto max-w-column py-6 [&_h2]:mt-8 [&_h2]:text-lg [&_p]:mt-2 [&_p]:text-soft">
      <title>{title}</title>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </article>
  )
}
