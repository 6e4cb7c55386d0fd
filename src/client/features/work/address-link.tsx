import { MapPin } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** The address as a tall target that opens the maps app. */
export function AddressLink({ address }: { address: string }) {
  return (
    <a
      href={paths.maps(address)}
      target="_blank"
      rel="noreferrer"
      className="-mx-2 flex min-h-12 items-center gap-2.5 rounded-control px-2 py-1.5 font-medium hover:bg-ink/4"
    >
      <MapPin className="text-amber" />
      <span className="min-w-0 underline decoration-edge decoration-1 underline-offset-4">
        {address}
      </span>
      <span className="sr-only">{t('Open in maps')}</span>
    </a>
  )
}
