import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textFacts } from '#shared/rules/public-texts.ts'
import { t } from '#shared/texts/t.ts'
import { type PublicBusiness, usePublicFacts } from './public-business.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

interface TextPageProps {
  title: string
  wide?: boolean
  children: ReactNode
}

/** A public page of text in a narrow column. */
export function TextPage({ title, wide, children }: TextPageProps) {
  return (
    <article
      className={clsx(
        'mx-auto py-6',
        wide ? 'max-w-280' : 'max-w-column',
        '[&_h2]:mt-8 [&_h2]:text-lg [&_p]:mt-2 [&_p]:text-soft',
      )}
    >
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </article>
  )
}

/** A plain link: prerendered pages have no router. */
export function PublicLink(props: ComponentProps<'a'>) {
  return (
    <a {...props} className="font-medium text-ink underline decoration-edge underline-offset-4" />
  )
}

/** Loads the owner's texts for a public page. */
export function WithBusiness({ children }: { children: (business: PublicBusiness) => ReactNode }) {
  const facts = usePublicFacts()
  const texts = useCall('GET /api/public-texts', undefined, { staleTime: 300_000 })
  return (
    <Loaded
      parts={[texts]}
      loading={
        <div className="mx-auto max-w-column py-6">
          <Skeleton lines={8} />
        </div>
      }
      failed={t('The page could not be loaded')}
      page
    >
      {(own) => children({ ...facts, ...textFacts(own) })}
    </Loaded>
  )
}
