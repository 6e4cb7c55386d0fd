import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface MapsLinkProps {
  href: string
  icon: ReactNode
  className: string
  children: ReactNode
}

/** A tall link to the maps app. */
export function MapsLink({ href, icon, className, children }: MapsLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={clsx(
        'flex min-h-12 items-center gap-2.5 rounded-control px-2 py-1.5 font-medium hover:bg-ink/4 [&>svg]:text-amber',
        className,
      )}
    >
      {icon}
      <span className="min-w-0 underline decoration-edge decoration-1 underline-offset-4">
        {children}
      </span>
    </a>
  )
}

export function AddressLink({ address, className }: { address: string; className: string }) {
  return (
    <MapsLink href={paths.maps(address)} icon={<MapPin />} className={`-mx-2 ${className}`}>
      {address} <span className="sr-only">{t('Open in maps')}</span>
    </MapsLink>
  )
}
