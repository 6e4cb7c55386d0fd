import { useEffect } from 'react'
import { saveForOffline } from '#client/app/save-for-offline.ts'
import { usePerson } from '#client/app/session.ts'

/** Takes along the office's home with the visits of its days, for where there is no signal. */
export function useOfficeOffline(): void {
  const { id } = usePerson()
  useEffect(() => {
    saveForOffline(id, 'keep the office')
  }, [id])
}
