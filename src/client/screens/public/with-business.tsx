import type { ReactNode } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textFacts } from '#shared/rules/public-texts.ts'
import { t } from '#shared/texts/t.ts'
import { type PublicBusiness, usePublicFacts } from './public-business.ts'

/** A public page in the app, once it is known what its owner has written for it. */
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
