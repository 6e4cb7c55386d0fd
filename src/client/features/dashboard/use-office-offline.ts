import { useEffect } from 'react'
import { keepForOffline } from '#client/app/keep-for-offline.ts'
import { usePerson } from '#client/app/session.ts'

/** Takes along the office's home with the visits of its days, for where there is no signal. */
export function useOfficeOffline(): void {
  const { id } = usePerson()
  useEffect(() => {
    keepForOffline(id, 'keep the office')
  }, [id])
}
