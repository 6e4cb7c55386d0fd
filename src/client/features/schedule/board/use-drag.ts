import { type RefObject, useMemo, useRef, useState } from 'react'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Road } from '#shared/rules/road.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { type Board, cellKey, type BoardPosition, positionOf } from './board.ts'
import { type Refusal, refusal, whyFixed } from './drop-rules.ts'
import type { Destination } from './use-drop-visit.ts'

export type Dragged = { job: BoardVisit; refusals: ReadonlyMap<string, Refusal | null> }

interface DragOptions {
  root: RefObject<HTMLElement | null>
  board: Board
  jobs: readonly BoardVisit[]
  technicians: readonly Technician[]
  road: Road | undefined
  date: string
  dropVisit: (job: BoardVisit, to: Destination) => void
  say: (words: string) => void
}

/** Drags visits over the board by pointer or keys. Cells are named by technician and slot; `*` keeps the current value. */
export function useDrag(options: DragOptions) {
  const { root, board, jobs, technicians, road, date, dropVisit, say } = options
  const [job, setJob] = useState<BoardVisit | null>(null)
  const lifted = useRef<BoardVisit | null>(null)
  const over = useRef<HTMLElement | null>(null)

  const refusalAt = (dragged: BoardVisit, to: BoardPosition) =>
    refusal(dragged, to, {
      jobs,
      slots: board.slots,
      road,
      technician: technicians.find(({ id }) => id === to.technicianId),
    })

  const dragged = useMemo<Dragged | null>(() => {
    if (!job) return null
    const known = new Map(technicians.map((technician) => [technician.id, technician]))
    const refusals = new Map<string, Refusal | null>()
    for (const { timeSlot: slot } of board.slots) {
      const why = (technicianId: string | null) =>
        refusal(
          job,
          { date, slot, technicianId },
          {
            jobs,
            slots: board.slots,
            road,
            technician: technicianId === null ? undefined : known.get(technicianId),
          },
        )
      for (const { id } of board.rows) refusals.set(cellKey(id, slot), why(id))
      refusals.set(`*|${slot}`, why(job.technicianId))
    }
    const slot = job.scheduledTime as SlotLabel
    for (const { id } of board.rows)
      refusals.set(`${id ?? ''}|*`, refusals.get(cellKey(id, slot)) ?? null)
    return { job, refusals }
  }, [job, board, jobs, technicians, road, date])

  const positionUnder = (item: BoardVisit, cell: HTMLElement): BoardPosition => {
    const [who = '', slot = ''] = (cell.dataset.cell ?? '').split('|')
    return {
      date,
      slot: slot === '*' ? (item.scheduledTime as SlotLabel) : (slot as SlotLabel),
      technicianId: who === '*' ? item.technicianId : who || null,
    }
  }
  const nameAt = ({ technicianId }: BoardPosition) => {
    const row = board.rows.find(({ id }) => id === technicianId)
    return row?.name ?? ''
  }

  function start(item: HTMLElement): boolean {
    const visit = jobs.find(({ id }) => id === item.dataset.drag)
    if (!visit) return false
    const fixed = whyFixed(visit)
    if (fixed) {
      say(fixed)
      return false
    }
    lifted.current = visit
    setJob(visit)
    root.current?.setAttribute('data-dragging', '')
    return true
  }

  function hover(cell: HTMLElement | null): void {
    over.current?.removeAttribute('data-over')
    over.current = cell
    cell?.setAttribute('data-over', '')
    if (!cell || !lifted.current) return
    const to = positionUnder(lifted.current, cell)
    const why = refusalAt(lifted.current, to)
    const where = `${nameAt(to)}, ${formatSlotStart(to.slot)}`
    say(why ? t('{where}: {why}', { where, why: why.words }) : where)
  }

  function clear(): void {
    over.current?.removeAttribute('data-over')
    over.current = null
    lifted.current = null
    root.current?.removeAttribute('data-dragging')
    setJob(null)
  }

  function cancel(): void {
    if (lifted.current) announceUnmoved(lifted.current)
    clear()
  }

  /** A refused drop makes no request. */
  function drop(cell: HTMLElement): void {
    const visit = lifted.current
    clear()
    if (!visit) return
    const to = positionUnder(visit, cell)
    const from = positionOf(visit)
    if (from.slot === to.slot && from.technicianId === to.technicianId)
      return announceUnmoved(visit)
    const why = refusalAt(visit, to)
    // The server asks before it plans beyond the road.
    if (why && !why.mayInsist) return refuse(visit, why.words)
    dropVisit(visit, { ...to, name: nameAt(to) })
  }

  const announceUnmoved = ({ number }: BoardVisit) =>
    say(t('{number} was left where it was', { number }))

  function refuse({ number }: BoardVisit, why: string): void {
    say(t('{number} stays where it is: {why}', { number, why }))
    toast({ title: t('{number} stays where it is', { number }), description: why })
  }

  return { dragged, start, hover, drop, cancel }
}
