import type { ReactNode } from 'react'
import { Each, Said } from './each.tsx'
import { Given } from './given.tsx'
import type { PublicBusiness } from './public-business.ts'

interface OwnTextProps {
  business: PublicBusiness
  list: 'terms' | 'privacy'
  /** Ours. */
  otherwise: ReactNode
}

/** What the owner wrote, paragraph by paragraph, or ours. */
export function OwnText({ business, list, otherwise }: OwnTextProps) {
  return (
    <Given
      business={business}
      fact={list === 'terms' ? 'ownTerms' : 'ownPrivacy'}
      otherwise={otherwise}
    >
      <Each business={business} list={list}>
        {(block) => (
          <>
            <Said item={block} name="heading">
              <h2>{block.heading}</h2>
            </Said>
            <Said item={block} name="paragraph">
              <p className="whitespace-pre-line">{block.paragraph}</p>
            </Said>
          </>
        )}
      </Each>
    </Given>
  )
}
