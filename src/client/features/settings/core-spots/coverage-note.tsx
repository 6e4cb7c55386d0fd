import { useEffect, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Coverage } from '#shared/contract/core-spots.ts'
import type { CoreSpot } from '#shared/rules/service-area.ts'
import { t } from '#shared/texts/t.ts'
import { describeCovered } from './describe-coverage.ts'

const pauseMs = 300

interface CoverageNoteProps {
  spot: CoreSpot
  except: string | undefined
}

/** A circle's coverage, counted after a typing pause. */
export function CoverageNote({ spot, except }: CoverageNoteProps) {
  const { latitude, longitude, radiusMiles } = spot
  const [asked, setAsked] = useState({ latitude, longitude, radiusMiles })
  useEffect(() => {
    const pause = setTimeout(() => setAsked({ latitude, longitude, radiusMiles }), pauseMs)
    return () => clearTimeout(pause)
  }, [latitude, longitude, radiusMiles])
  const { data } = useCall(
    'GET /api/admin/core-spots/coverage',
    { query: { ...asked, ...(except && { except }) } },
    { placeholderData: (before: Coverage | undefined) => before },
  )
  if (!data) return <p className="text-sm text-soft">{t('Counting …')}</p>
  if (data.zipCodes === 0)
    return (
      <Banner tone="warning" title={t('It covers no ZIP code')}>
        {t('Addresses are judged by the center of their ZIP code. Make it wider, or move it.')}
      </Banner>
    )
  return (
    <p className="text-sm" aria-live="polite">
      <span className="block font-medium">{describeCovered(data)}</span>
      <span className="block text-soft">
        {t('Customers are those with a visit there in the last 12 months, or ahead.')}
      </span>
    </p>
  )
}
