import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import { HistoryReport } from './history-report.tsx'
import type { useOwnJobs } from './use-own-jobs.ts'

/** Prints the report of all visits; it is on the page only while it is printed. */
export function PrintHistoryButton({ jobs }: { jobs: ReturnType<typeof useOwnJobs> }) {
  const [pending, setPending] = useState(false)
  const [printing, setPrinting] = useState(false)

  // The browser's own print command prints the report too, with what is loaded by then.
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])

  const start = async () => {
    setPending(true)
    const complete = await jobs.loadAll()
    setPending(false)
    if (!complete)
      return toast({
        title: t('The report is not complete'),
        description: t('We could not load all visits. Please try again.'),
        destructive: true,
      })
    // A task later, so that the visits that just came are on the page.
    setTimeout(() => print())
  }

  return (
    <>
      <Button
        pending={pending}
        disabledReason={jobs.items?.length === 0 && t('There is nothing to print yet.')}
        onClick={() => void start()}
      >
        {t('Print History Report')}
      </Button>
      {printing && jobs.items && createPortal(<HistoryReport jobs={jobs.items} />, document.body)}
    </>
  )
}
