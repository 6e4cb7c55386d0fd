import { type ComponentType, type ReactNode, useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { refreshAfter } from '#client/app/queries.ts'
import type { TouchedVisit } from '#shared/contract/closures.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type BlockedRange, isInRange } from './touched-query.ts'

/** The dialog in which the office moves one visit; times that `isClosed` are not offered. */
export type MoveDialog = ComponentType<{
  job: Job
  proposal?: TouchedVisit['proposal']
  isClosed?: (date: string, time: SlotLabel) => boolean
  onClose: () => void
}>

export type MoveResult = { jobId: string; number: string; moved: boolean; text: string }

const route = 'POST /api/jobs/{id}/reschedule'

/**
 * Moves visits out of a range: one by hand, or all to what is proposed, one after the other. The dialog stands beside
 * the form that it is opened from, because what is sent in it would be sent in the form around it too.
 */
export function useMoves(MoveDialog: MoveDialog) {
  const [asked, setAsked] = useState<{ visit: TouchedVisit; range: BlockedRange } | null>(null)
  const [pending, setPending] = useState(false)
  const [results, setResults] = useState<readonly MoveResult[]>([])
  const moveAll = async (visits: readonly TouchedVisit[]) => {
    setPending(true)
    setResults([])
    for (const visit of visits) {
      const result = await moveOne(visit)
      if (result) setResults((before) => [...before, result])
    }
    setPending(false)
    refreshAfter(route)
  }
  const dialog: ReactNode = asked && (
    <MoveDialog
      job={asked.visit.job}
      proposal={asked.visit.proposal}
      isClosed={(date, time) => isInRange(asked.range, date, time)}
      onClose={() => setAsked(null)}
    />
  )
  const move = (visit: TouchedVisit, range: BlockedRange) => setAsked({ visit, range })
  return { move, moveAll, pending, results, dialog }
}

export type Moves = ReturnType<typeof useMoves>

async function moveOne({ job, proposal }: TouchedVisit): Promise<MoveResult | null> {
  if (!proposal) return null
  const about = { jobId: job.id, number: job.number }
  const seen = { scheduledDate: job.scheduledDate, scheduledTime: job.scheduledTime as SlotLabel }
  try {
    await api(route, { params: { id: job.id }, body: { ...proposal, seen } })
    const visit = formatVisit(proposal.scheduledDate, proposal.scheduledTime)
    return { ...about, moved: true, text: t('moved to {visit}', { visit }) }
  } catch (error) {
    const text = error instanceof CallError ? translate(error.message) : t('Please try again.')
    return { ...about, moved: false, text }
  }
}
