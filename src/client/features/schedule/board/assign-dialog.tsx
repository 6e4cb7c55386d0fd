import { clsx } from 'clsx'
import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { holdsWords } from '#shared/rules/fold-text.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { type Board, positionOf, type TechnicianRow } from './board.ts'
import { type Refusal, refusal } from './drop-rules.ts'
import { countVisits } from './technicians-table.tsx'
import { legBetween, legWords } from '#client/app/driving-distance.ts'
import type { KnownRoad } from '#shared/rules/day-road.ts'

interface AssignDialogProps {
  job: BoardVisit
  board: Board
  jobs: readonly BoardVisit[]
  technicians: readonly Technician[]
  road: KnownRoad | undefined
  onAssign: (to: { technicianId: string | null; name: string }) => void
  onClose: () => void
}

const manyPeople = 8

/** Chooses the visit's technician, showing each one's day and why some aren't available. */
export default function AssignDialog(props: AssignDialogProps) {
  const { job, board, jobs, technicians, road, onAssign, onClose } = props
  const [words, setWords] = useState('')
  const position = positionOf(job)
  const day = { jobs, slots: board.slots, road }
  const refusalOf = ({ id }: TechnicianRow) => {
    if (id === job.technicianId) return { words: t('Already assigned to them'), mayInsist: false }
    const technician = technicians.find((one) => one.id === id)
    return refusal(job, { ...position, technicianId: id }, { ...day, technician })
  }
  const rows = board.rows
    .filter(({ name }) => holdsWords(name, words))
    .map((row) => ({ row, why: refusalOf(row) }))
    // Technicians who can be in time come first, then those the office may assign anyway.
    .toSorted((one, other) => rankOf(one.why) - rankOf(other.why))
  return (
    <Dialog
      onClose={onClose}
      title={t('Assign {number}', { number: job.number })}
      description={formatVisit(job.scheduledDate, job.scheduledTime)}
    >
      {board.rows.length > manyPeople && (
        <Field label={t('Name')}>
          <TextInput value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
      <ul className="mt-2 space-y-1.5">
        {rows.map(({ row, why }) => {
          const isNow = row.id === job.technicianId
          const isNobody = row.id === null
          return (
            <li key={row.id ?? ''}>
              <Button
                wide
                className="justify-items-start text-left"
                disabledReason={
                  isNobody && isNow ? t('Already unassigned') : why && !why.mayInsist && why.words
                }
                onClick={() => onAssign({ technicianId: row.id, name: row.name })}
              >
                <span className="flex w-full flex-wrap justify-between gap-x-4">
                  <span>{isNobody ? t('No one') : row.name}</span>
                  <span
                    className={clsx(
                      'text-sm font-normal',
                      why?.mayInsist ? 'text-red' : 'text-soft',
                    )}
                  >
                    {why?.words ?? (isNobody ? '' : describeDay(row, job, road))}
                  </span>
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
      {rows.length === 0 && <p className="mt-3 text-soft">{t('No one by that name')}</p>}
    </Dialog>
  )
}

const rankOf = (why: Refusal | null) => (why ? (why.mayInsist ? 1 : 2) : 0)

/** A technician's load that day, and the drive from or to the adjacent stop. */
function describeDay(row: TechnicianRow, job: BoardVisit, road: KnownRoad | undefined): string {
  const stops = row.cells.flat().filter(({ id }) => id !== job.id)
  const at = slotOf(job.scheduledTime)
  const before = stops.findLast(({ scheduledTime }) => slotOf(scheduledTime) < at)
  const after = stops.find(({ scheduledTime }) => slotOf(scheduledTime) > at)
  const leg = before ? legBetween(before, job, road) : after ? legBetween(job, after, road) : null
  return [countVisits(row.visits), leg && legWords(leg)].filter(Boolean).join(' · ')
}
