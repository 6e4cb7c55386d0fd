import { useEffect } from 'react'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoUrl } from '#shared/rules/logo.ts'

/** Puts the logo of the business on the tab; browsers do not ask again for an icon whose address stays. */
export function useTabIcon(logo: PublicConfig['logo'] | undefined): void {
  const href = logo ? logoUrl(logo, 'icon-192') : undefined
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || href === undefined) return
    const { href: before, type } = link
    link.type = 'image/png'
    link.href = href
    return () => {
      link.type = type
      link.href = before
    }
  }, [href])
}
