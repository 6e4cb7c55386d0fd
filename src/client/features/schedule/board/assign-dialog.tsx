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
import { refusal } from './drop-rules.ts'
import { countVisits } from './technicians-table.tsx'
import { wayBetween } from '#client/app/driving-distance.ts'

interface AssignDialogProps {
  job: BoardVisit
  board: Board
  jobs: readonly BoardVisit[]
  technicians: readonly Technician[]
  onAssign: (to: { technicianId: string | null; name: string }) => void
  onClose: () => void
}

const manyPeople = 8

/** Chooses the visit's technician, showing each one's day and why some aren't available. */
export default function AssignDialog(props: AssignDialogProps) {
  const { job, board, jobs, technicians, onAssign, onClose } = props
  const [words, setWords] = useState('')
  const position = positionOf(job)
  const rows = board.rows.filter(({ name }) => holdsWords(name, words))
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
        {rows.map((row) => {
          const isNow = row.id === job.technicianId
          const technician = technicians.find(({ id }) => id === row.id)
          const to = { ...position, technicianId: row.id }
          const why = isNow
            ? t('Already assigned to them')
            : refusal(job, to, { jobs, slots: board.slots, technician })
          const isNobody = row.id === null
          return (
            <li key={row.id ?? ''}>
              <Button
                wide
                className="justify-items-start text-left"
                disabledReason={isNobody && isNow ? t('Already unassigned') : why}
                onClick={() => onAssign({ technicianId: row.id, name: row.name })}
              >
                <span className="flex w-full flex-wrap justify-between gap-x-4">
                  <span>{isNobody ? t('Nobody') : row.name}</span>
                  <span className="text-sm font-normal text-soft">
                    {why ?? (isNobody ? '' : describeDay(row, job))}
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

/** A technician's load that day, and the distance from the adjacent stop. */
function describeDay(row: TechnicianRow, job: BoardVisit): string {
  const stops = row.cells.flat().filter(({ id }) => id !== job.id)
  const at = slotOf(job.scheduledTime)
  const near =
    stops.findLast(({ scheduledTime }) => slotOf(scheduledTime) < at) ??
    stops.find(({ scheduledTime }) => slotOf(scheduledTime) > at)
  const way = near && wayBetween(near, job)
  return [countVisits(row.visits), way].filter(Boolean).join(' · ')
}
