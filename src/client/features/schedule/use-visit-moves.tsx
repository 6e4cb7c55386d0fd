import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '#client/app/call.ts'
import { moveVisit } from '#client/app/move-visit.tsx'
import { refreshAfter } from '#client/app/queries.ts'
import { recordMove } from '#client/app/recent-moves.tsx'
import { toast } from '#client/ui/toast.ts'
import type { AffectedVisit } from '#shared/contract/closures.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

export type IsClosed = (date: string, time: SlotLabel) => boolean

/** The office's dialog for moving one visit; `isClosed` times aren't offered. */
export type MoveDialog = ComponentType<{
  job: Job
  proposal?: AffectedVisit['proposal']
  isClosed?: IsClosed
  onClose: () => void
}>

export type MoveResult = {
  jobId: string
  number: string
  customer: string
  moved: boolean
  text: string
}

const route = 'POST /api/jobs/{id}/reschedule'

/**
 * Moves visits out of closing times: one by hand, or all to their proposals, one by one. The dialog renders outside the
 * surrounding form, because its submit would also submit that form.
 */
export function useVisitMoves(MoveDialog: MoveDialog) {
  const [asked, setAsked] = useState<{ visit: AffectedVisit; isClosed: IsClosed } | null>(null)
  const [pending, setPending] = useState(false)
  const [results, setResults] = useState<readonly MoveResult[]>([])
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const moveAll = async (visits: readonly AffectedVisit[]) => {
    setPending(true)
    setResults([])
    const failed: MoveResult[] = []
    for (const visit of visits) {
      const result = await moveToProposal(visit)
      if (!result) continue
      setResults((before) => [...before, result])
      if (!result.moved) failed.push(result)
    }
    setPending(false)
    if (!isShown.current && failed.length > 0) showFailedMoves(failed)
    refreshAfter(route)
  }
  const dialog: ReactNode = asked && (
    <MoveDialog
      job={asked.visit.job}
      proposal={asked.visit.proposal}
      isClosed={asked.isClosed}
      onClose={() => setAsked(null)}
    />
  )
  const move = (visit: AffectedVisit, isClosed: IsClosed) => setAsked({ visit, isClosed })
  return { move, moveAll, pending, results, dialog }
}

export type Moves = ReturnType<typeof useVisitMoves>

/** 'FQ-1042, Olivia Bennett' */
export const nameVisit = (number: string, customer: string) =>
  [number, customer].filter(Boolean).join(', ')

/** Reports failures after the dialog was closed. */
const showFailedMoves = (failed: readonly MoveResult[]) =>
  toast({
    title: plural(failed.length, {
      one: '{count} visit was not moved',
      other: '{count} visits were not moved',
    }),
    description: failed
      .map(({ number, customer, text }) => `${nameVisit(number, customer)}: ${text}`)
      .join(' · '),
    destructive: true,
  })

async function moveToProposal({ job, proposal }: AffectedVisit): Promise<MoveResult | null> {
  if (!proposal) return null
  const about = { jobId: job.id, number: job.number, customer: job.customer.name }
  const alone = proposal.technicianId === null
  const seen = {
    scheduledDate: job.scheduledDate,
    scheduledTime: job.scheduledTime as SlotLabel,
    ...(alone && { technicianId: job.technicianId }),
  }
  try {
    recordMove(job, await moveVisit({ params: { id: job.id }, body: { ...proposal, seen } }))
    const visit = formatVisit(proposal.scheduledDate, proposal.scheduledTime)
    const text = alone
      ? t('moved to {visit}, unassigned', { visit })
      : t('moved to {visit}', { visit })
    const call = callThem(job.customer)
    return { ...about, moved: true, text: call ? `${text}. ${call}` : text }
  } catch (error) {
    const text = error instanceof CallError ? translate(error.message) : t('Please try again.')
    return { ...about, moved: false, text }
  }
}
