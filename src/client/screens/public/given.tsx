import type { ReactNode } from 'react'
import type { ListName } from './each.tsx'
import { placeholders, type PublicBusiness } from './public-business.ts'

interface GivenProps {
  business: PublicBusiness
  fact: Exclude<keyof PublicBusiness, ListName>
  children: ReactNode
  /** In its place while the business has not said it. */
  otherwise?: ReactNode
}

/** What may only be shown once the business has said it. In pages rendered at build time the server decides, by marks. */
export function Given({ business, fact, children, otherwise }: GivenProps) {
  const value = business[fact]
  if (value !== placeholders[fact]) return value ? children : otherwise
  return (
    <>
      {`%?${fact}%`}
      {children}
      {`%:${fact}%`}
      {otherwise}
      {`%/${fact}%`}
    </>
  )
}
