import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { QuietButton } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import {
  type Finding,
  findingProblem,
  type InspectionItem,
  type InspectionResult,
  maxNoteLength,
  measureOf,
} from '#shared/rules/inspections.ts'
import { t, text, translate, wording } from '#shared/texts/t.ts'
import { describeFound } from './describe-finding.ts'
import { isProblem, withMeasure, withNote, withResult } from './finding-changes.ts'

type Change = (how: (findings: readonly Finding[]) => readonly Finding[]) => void

interface ItemFieldsProps {
  item: InspectionItem
  finding: Finding | undefined
  /** The finding of the car's previous inspection. */
  before: Pick<Finding, 'result' | 'measure' | 'unit'> | undefined
  onChange: Change
  photos: ReactNode
  offers: ReactNode
}

const choices = [
  { result: 'ok', label: text('Good'), chosen: 'border-green bg-green-wash text-green' },
  { result: 'watch', label: text('Watch'), chosen: 'border-amber bg-amber-wash text-amber' },
  { result: 'fail', label: text('Needs work'), chosen: 'border-red bg-red-wash text-red' },
] as const satisfies { result: InspectionResult; label: string; chosen: string }[]

export function ItemFields(props: ItemFieldsProps) {
  const { item, finding, before, onChange, photos, offers } = props
  const id = useId()
  const [opened, setOpened] = useState(false)
  const showsMore =
    opened || isProblem(finding) || Boolean(finding?.note) || (finding?.photoIds.length ?? 0) > 0
  const last = before && describeFound(before)
  return (
    <div role="group" aria-labelledby={`${id}label`} className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p id={`${id}label`} className="min-w-0 font-medium wrap-anywhere">
          {item.label}
        </p>
        {last && <p className="text-sm text-soft">{t('Last time: {found}', { found: last })}</p>}
      </div>
      <MeasureField item={item} finding={finding} onChange={onChange} />
      <div className="grid grid-cols-3 gap-2">
        {choices.map(({ result, label, chosen }) => {
          const isChosen = finding?.result === result
          return (
            <button
              key={result}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange((findings) => withResult(findings, item.id, result))}
              className={clsx(
                'min-h-13 rounded-control border px-1 text-base leading-tight font-medium max-[22rem]:text-sm',
                isChosen ? [chosen, 'ring-1 ring-current'] : 'border-edge bg-card',
              )}
            >
              {translate(label)}
            </button>
          )
        })}
      </div>
      {showsMore ? (
        <>
          <NoteField item={item} note={finding?.note ?? ''} onChange={onChange} />
          {photos}
        </>
      ) : (
        <QuietButton className="-ml-3" onClick={() => setOpened(true)}>
          {t('Note or photo')}
        </QuietButton>
      )}
      {offers}
    </div>
  )
}

interface MeasureFieldProps {
  item: InspectionItem
  finding: Finding | undefined
  onChange: Change
}

function MeasureField({ item, finding, onChange }: MeasureFieldProps) {
  // The text as typed until the field loses focus; only valid values are stored.
  const [typed, setTyped] = useState<string | null>(null)
  const how = measureOf(item.kind)
  if (!how) return null
  const stored = finding?.measure === undefined ? '' : String(finding.measure)
  const problem = typed === null ? undefined : problemOf(item, typed)
  return (
    <Field label={t('Measured')} error={problem}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        after={how.unit === '32nds' ? '/32' : how.unit}
        className="min-h-13 text-lg tabular-nums"
        value={typed ?? stored}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (problemOf(item, value) === undefined)
            onChange((findings) => withMeasure(findings, item, numberOf(value)))
        }}
        onBlur={() => {
          if (!problem) setTyped(null)
        }}
      />
    </Field>
  )
}

const numberOf = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.'))

function problemOf(item: InspectionItem, typed: string): string | undefined {
  const measure = numberOf(typed)
  if (measure === undefined) return undefined
  if (Number.isNaN(measure)) return t('Please enter a number')
  const unit = measureOf(item.kind)?.unit
  const problem = findingProblem(item, { result: 'ok', measure, unit })
  return problem && wording(problem)
}

function NoteField(props: { item: InspectionItem; note: string; onChange: Change }) {
  const { item, note, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={t('Note')} optional>
      <TextArea
        rows={2}
        maxLength={maxNoteLength}
        className="min-h-13!"
        value={typed ?? note}
        onChange={({ target: { value } }) => {
          setTyped(value)
          onChange((findings) => withNote(findings, item.id, value))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}
