import { useEffect } from 'react'
import { keepPages } from '#client/app/keep-pages.ts'
import { saveReads } from '#client/app/save-reads.ts'
import { usePerson } from '#client/app/session.ts'

/** Takes along the office's home with the visits of its days, for where there is no signal. */
export function useOfficeOffline(): void {
  const { id } = usePerson()
  useEffect(() => {
    saveReads(id)
    keepPages('keep the office')
  }, [id])
}
