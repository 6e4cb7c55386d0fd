import { useEffect } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useStore } from '#client/ui/store.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { sharing, type SharingProblem, startSharing, stopSharing } from './position-sharing.ts'

const problems: Record<SharingProblem, () => string> = {
  denied: () => t("Your browser is not sharing your location. Allow it in this page's settings."),
  unknown: () => t('Your location could not be found.'),
  over: () => t('Your location is no longer shared.'),
}

interface ShareLocationProps {
  job: Job
  /** True from "on my way" until arrival. */
  onTheWay: boolean
}

/** The technician's switch; turns off on arrival. */
export function ShareLocation({ job, onTheWay }: ShareLocationProps) {
  const { jobId, problem } = useStore(sharing)
  const shared = jobId === job.id
  useEffect(() => {
    if (shared && !onTheWay) stopSharing()
  }, [shared, onTheWay])
  if (!onTheWay) return null
  return (
    <div>
      <Checkbox
        row
        role="switch"
        label={t('Share my location')}
        description={t('The customer sees where you are until you arrive.')}
        checked={shared}
        disabled={!('geolocation' in navigator)}
        onChange={({ target }) => (target.checked ? startSharing(job.id) : stopSharing())}
      />
      <p role="status" className="text-sm text-red empty:hidden">
        {problem && (!jobId || shared) && problems[problem]()}
      </p>
    </div>
  )
}
