import { LoadFailure } from '#client/app/call-failure.tsx'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Inspection } from '#shared/contract/inspections.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  countResults,
  type Finding,
  type InspectionGroup,
  itemsOf,
} from '#shared/rules/inspections.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { findingOf, isChecked, isProblem, withRestGood } from './finding-changes.ts'
import { type FindingPhotos, FoundItems, type ItemOffers } from './found-items.tsx'
import { ItemFields } from './item-fields.tsx'
import { changeFindings, type ShownInspection, useInspection } from './use-inspection.ts'

interface InspectionCardProps {
  job: Pick<Job, 'id'>
  locked: boolean
  photos: FindingPhotos
  /** Repairs offered for an item, and a button to offer one if it needs attention. */
  offers: ItemOffers
}

/** The inspection on the technician's phone. Every tap is stored on the device at once and sent like other work. */
export function InspectionCard({ job, locked, photos, offers }: InspectionCardProps) {
  const { query, shown } = useInspection(job.id)
  const [chosen, setChosen] = useState<string | null>(null)
  if (!shown) {
    // Most locked visits have no inspection, so show no placeholder.
    if (query.isPending && locked) return null
    if (query.isPending)
      return (
        <Card title={t('Inspection')}>
          <Skeleton lines={4} />
        </Card>
      )
    if (query.data) return null
    return (
      <Card title={t('Inspection')}>
        <LoadFailure title={t('The inspection could not be loaded')} call={query} />
      </Card>
    )
  }
  const templates = query.data?.templates ?? []
  const isNew = shown.findings.length === 0
  const template = (isNew && templates.find(({ id }) => id === chosen)) || shown.template
  const inspection = { ...shown, template }
  if (locked && isNew) return null
  return (
    <Card title={t('Inspection')}>
      {isNew && templates.length > 1 && (
        <Select
          aria-label={t('Which inspection')}
          className="mb-4"
          value={template.id}
          onChange={({ target }) => setChosen(target.value)}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Progress inspection={inspection} />
      {locked ? (
        <FoundItems
          inspection={inspection}
          previous={query.data?.previous}
          photos={photos}
          offers={offers}
        />
      ) : (
        <Groups
          key={template.id}
          jobId={job.id}
          inspection={inspection}
          previous={query.data?.previous ?? null}
          photos={photos}
          offers={offers}
        />
      )}
    </Card>
  )
}

function Progress({ inspection: { template, findings } }: { inspection: ShownInspection }) {
  const counts = countResults(template.groups, findings)
  const total = itemsOf(template.groups).length
  const done = total - counts.not_checked
  return (
    <div className="space-y-1">
      <Dipstick
        label={t('Inspection')}
        value={done}
        max={total}
        valueText={t('{done} of {total} checked', { done, total })}
        showValue
      />
      <ResultBadges counts={counts} />
    </div>
  )
}

function ResultBadges({ counts }: { counts: ReturnType<typeof countResults> }) {
  if (counts.watch + counts.fail === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {counts.fail > 0 && (
        <Badge color="red">
          {plural(counts.fail, { one: '{count} needs work', other: '{count} need work' })}
        </Badge>
      )}
      {counts.watch > 0 && (
        <Badge color="amber">{t('{count} to watch', { count: counts.watch })}</Badge>
      )}
    </p>
  )
}

interface GroupsProps {
  jobId: string
  inspection: ShownInspection
  previous: Inspection['previous']
  photos: FindingPhotos
  offers: ItemOffers
}

const isDone = ({ items }: InspectionGroup, findings: readonly Finding[]) =>
  items.every(({ id }) => isChecked(findingOf(findings, id)))

function Groups({ jobId, inspection, previous, photos, offers }: GroupsProps) {
  const { template, findings } = inspection
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const next = template.groups.find((group) => !isDone(group, findings))
    return new Set(next && findings.length > 0 ? [next.id] : [])
  })
  const change = (how: (findings: readonly Finding[]) => readonly Finding[]) =>
    void changeFindings(jobId, how, template)
  const allGood = (group: InspectionGroup) => {
    change((known) => withRestGood(known, group.items))
    // Opens the next unfinished group and scrolls it to where the thumb is.
    const at = template.groups.findIndex(({ id }) => id === group.id)
    const others = [...template.groups.slice(at + 1), ...template.groups.slice(0, at)]
    const next = others.find((one) => !isDone(one, findings))
    setOpen(new Set(next ? [next.id] : []))
    requestAnimationFrame(() => {
      const heading = list.current?.querySelector<HTMLElement>(
        `[data-group="${next?.id ?? group.id}"]`,
      )
      heading?.focus({ preventScroll: true })
      heading?.closest('section')?.scrollIntoView({ block: 'start' })
    })
  }
  return (
    <div ref={list} className="mt-3 -mx-1 divide-y divide-line">
      {template.groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          findings={findings}
          open={open.has(group.id)}
          onOpen={(isOpen) =>
            setOpen((known) => {
              const next = new Set(known)
              if (isOpen) next.add(group.id)
              else next.delete(group.id)
              return next
            })
          }
          onAllGood={() => allGood(group)}
        >
          {previous && (
            <p className="pt-2 text-sm text-soft">
              {t('Last inspected on {day}', { day: formatDay(previous.date, { year: true }) })}
            </p>
          )}
          <ul className="divide-y divide-line">
            {group.items.map((item) => {
              const finding = findingOf(findings, item.id)
              return (
                <li key={item.id} className="py-4">
                  <ItemFields
                    item={item}
                    finding={finding}
                    before={
                      previous ? findingOf(previous.findings as Finding[], item.id) : undefined
                    }
                    onChange={change}
                    photos={photos({ item, finding })}
                    offers={offers({ item, isProblem: isProblem(finding) })}
                  />
                </li>
              )
            })}
          </ul>
        </Group>
      ))}
    </div>
  )
}

interface GroupProps {
  group: InspectionGroup
  findings: readonly Finding[]
  open: boolean
  onOpen: (open: boolean) => void
  onAllGood: () => void
  children: ReactNode
}

/** A group with a sticky heading. */
function Group({ group, findings, open, onOpen, onAllGood, children }: GroupProps) {
  const id = useId()
  const found = group.items.map((item) => findingOf(findings, item.id))
  const done = found.filter(isChecked).length
  const problems = found.filter(isProblem).length
  const total = group.items.length
  return (
    <section aria-labelledby={id} className="scroll-mt-15">
      <h3 className="sticky top-15 z-10 bg-card short:static">
        <button
          id={id}
          type="button"
          data-group={group.id}
          aria-expanded={open}
          onClick={() => onOpen(!open)}
          className="flex min-h-14 w-full items-center gap-3 px-1 text-left font-semibold"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{group.title}</span>
          {problems > 0 && (
            <Badge color="amber">
              {problems} <span className="sr-only">{t('with problems')}</span>
            </Badge>
          )}
          <span
            className={clsx(
              'flex-none text-sm font-normal tabular-nums',
              done === total ? 'text-green' : 'text-soft',
            )}
          >
            {t('{done} of {total}', { done, total })}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={clsx('size-5 flex-none text-soft', open && 'rotate-180')}
          />
        </button>
      </h3>
      {open && (
        <div className="px-1 pb-4">
          {children}
          {done < total && (
            <Button wide size="large" onClick={onAllGood}>
              {done === 0 ? t('All good') : t('The rest is good')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
