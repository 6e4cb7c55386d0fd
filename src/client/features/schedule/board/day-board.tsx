import { Keyboard, Map as MapIcon, Route, Search, UserCheck } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useRoad } from '#client/app/driving-distance.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { plural, t } from '#shared/texts/t.ts'
import { type Board, positionOf, type SlotRow } from './board.ts'
import { DayList } from './day-list.tsx'
import { dayMapId } from './day-map.tsx'
import { NowLine } from './now-line.tsx'
import { whyFixed } from './drop-rules.ts'
import { TechniciansTable } from './technicians-table.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { useDrag } from './use-drag.ts'
import { useMedia } from './use-media.ts'
import { type Destination, useDropVisit } from './use-drop-visit.ts'
import { usePointerDrag } from './use-pointer-drag.ts'
import { isFound, type VisitCommands } from './board-visit-card.tsx'

const AssignDialog = lazyDialog(() => import('./assign-dialog.tsx'))
const MoveDialog = lazyDialog(() => import('./move-dialog.tsx'))
const AssignAllDialog = lazyDialog(() => import('./assign-all-dialog.tsx'))
const OptimizeDialog = lazyDialog(() => import('./optimize-dialog.tsx'))

interface DayBoardProps {
  date: string
  board: Board
  jobs: readonly BoardVisit[]
  technicians: readonly Technician[]
  onBlock: (slot: SlotRow) => void
  onKeys: () => void
  isToday: boolean
}

type Open =
  | { what: 'assign' | 'move'; job: BoardVisit }
  | { what: 'assign all' | 'optimize' }
  | null

export function DayBoard(props: DayBoardProps) {
  const { date, board, jobs, technicians, onBlock, onKeys, isToday } = props
  const root = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [said, say] = useState('')
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const [, navigate] = useLocation()
  const road = useRoad(date)
  const isWide = useMedia('(width >= 48rem)')
  const send = useDropVisit(say)

  const dropVisit = (job: BoardVisit, to: Destination) => {
    keys.keepFocus(job.id)
    send({ job, to })
  }
  const drag = useDrag({ root, board, jobs, technicians, road, date, dropVisit, say })
  usePointerDrag({
    root,
    onStart: drag.start,
    onOver: drag.hover,
    onDrop: drag.drop,
    onCancel: drag.cancel,
  })
  const blockSlot = (label: string | null) => {
    const slot = board.slots.find(({ timeSlot }) => timeSlot === label)
    if (slot) onBlock(slot)
  }
  const openFor = (what: 'assign' | 'move', job: BoardVisit | undefined) => {
    if (!job) return
    const fixed = whyFixed(job)
    if (fixed) say(fixed)
    else setOpen({ what, job })
  }
  const keys = useBoardKeys({
    root,
    drag,
    onKey: (key, at) => {
      const job = jobs.find(({ id }) => id === at.visit)
      const command = {
        // Empty cells are links.
        enter: job && (() => navigate(officePaths.officeVisit(job.id))),
        a: () => openFor('assign', job),
        m: () => openFor('move', job),
        b: () => blockSlot(at.slot),
        '/': () => search.current?.focus(),
      }[key.toLowerCase()]
      command?.()
      return command !== undefined
    },
  })
  // Stable across renders, so cards re-render only when their visit changes.
  const latest = useRef({ dropVisit, openFor, blockSlot })
  useLayoutEffect(() => {
    latest.current = { dropVisit, openFor, blockSlot }
  })
  const commands = useMemo<VisitCommands>(
    () => ({
      assign: (job) => latest.current.openFor('assign', job),
      move: (job) => latest.current.openFor('move', job),
      unassign: (job) => latest.current.dropVisit(job, { ...positionOf(job), technicianId: null }),
      block: (slot) => latest.current.blockSlot(slot),
    }),
    [],
  )
  const found = useMemo(
    () =>
      words.trim()
        ? new Set(jobs.filter((job) => isFound(job, words.trim())).map(({ id }) => id))
        : null,
    [jobs, words],
  )
  const goToFound = () => {
    const first = [...(root.current?.querySelectorAll<HTMLElement>('[data-drag]') ?? [])].find(
      (card) => found?.has(card.dataset.drag ?? ''),
    )
    first?.focus()
    first?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const close = () => setOpen(null)
  const unassigned = board.slots
    .flatMap((slot) => slot.jobs)
    .filter((job) => job.status === 'scheduled' && !job.needsConfirmation).length
  const shown = { date, board, commands, dragged: drag.dragged, road, found }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-full min-w-48 sm:w-72">
          <TextInput
            ref={search}
            type="search"
            aria-label={t('Search on the board')}
            placeholder={t('Car, customer, plate, number')}
            before={<Search className="size-4!" />}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') goToFound()
              if (event.key === 'Escape') setWords('')
            }}
          />
        </div>
        <p role="status" className="text-sm text-soft empty:sr-only">
          {found && plural(found.size, { one: '{count} found', other: '{count} found' })}
        </p>
        <span className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
          <Button
            icon={<UserCheck />}
            disabledReason={unassigned === 0 && t('Every visit of this day has a technician.')}
            onClick={() => setOpen({ what: 'assign all' })}
          >
            {t('Assign all')}
          </Button>
          <Button
            icon={<Route />}
            disabledReason={jobs.length === 0 && t('This day has no visits.')}
            onClick={() => setOpen({ what: 'optimize' })}
          >
            {t('Optimize day')}
          </Button>
          {jobs.some(({ coordinates }) => coordinates) && (
            <Button icon={<MapIcon />} onClick={() => document.getElementById(dayMapId)?.focus()}>
              {t('Map of the day')}
            </Button>
          )}
          <IconButton icon={<Keyboard />} label={t('Keys of the board')} onClick={onKeys} />
        </span>
      </div>
      <p id="board-keys" className="sr-only">
        {t('Arrow keys move between visits; a question mark lists all keys.')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        ref={root}
        role="region"
        aria-label={t('Day board')}
        onKeyDown={keys.onKeyDown}
        onKeyUp={keys.onKeyUp}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
      >
        {isWide ? (
          <TechniciansTable
            {...shown}
            now={isToday && <NowLine slots={board.slots.map(({ timeSlot }) => timeSlot)} />}
          />
        ) : (
          <DayList {...shown} onBlock={onBlock} />
        )}
      </div>
      {open?.what === 'assign' && (
        <AssignDialog
          job={open.job}
          board={board}
          jobs={jobs}
          technicians={technicians}
          road={road}
          onAssign={(to) => {
            close()
            dropVisit(open.job, { ...positionOf(open.job), ...to })
          }}
          onClose={close}
        />
      )}
      {open?.what === 'move' && (
        <MoveDialog
          job={open.job}
          jobs={jobs}
          technicians={technicians}
          onMove={(to) => {
            close()
            dropVisit(open.job, to)
          }}
          onClose={close}
        />
      )}
      {open?.what === 'assign all' && <AssignAllDialog date={date} onClose={close} />}
      {open?.what === 'optimize' && <OptimizeDialog date={date} jobs={jobs} onClose={close} />}
    </div>
  )
}
