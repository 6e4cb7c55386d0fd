import { useState } from 'react'
import { parseNumber } from '#client/app/form/schema-fields.ts'
import { useStoredState } from '#client/app/use-stored-state.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select, optionsOf } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { type Job, Tires } from '#shared/contract/jobs.ts'
import { describeTires, tireDeclineLabels, tireDeclines, wheels } from '#shared/rules/tires.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { tiresDraft } from './drafts.ts'

/** Whether completing the visit still needs tire pressures or a reason. */
export const lacksTires = ({ receipt, tires }: Job) => receipt?.needsTires === true && !tires

/** The tire form, stored in this tab: `value` once complete, else `problem`. */
export function useTires(job: Pick<Job, 'id' | 'tires'>) {
  const known = job.tires
  const [typed, setTyped] = useStoredState(tiresDraft(job.id), {
    psi: wheels.map((_, at) => (known?.psi ? String(known.psi[at] ?? '') : '')),
    declined: known?.declined ?? '',
  })
  const { success, data, error } = Tires.safeParse(given(typed))
  return {
    typed,
    setTyped,
    value: data,
    problem: success ? '' : translate(error.issues[0]?.message ?? ''),
    clear: () => setTyped(null),
  }
}

function given({ psi, declined }: { psi: readonly string[]; declined: string }) {
  if (declined !== '') return { declined }
  const written = psi.map((value) => value.trim())
  return written.every(Boolean) ? { psi: written.map((value) => parseNumber(value)) } : {}
}

type TiresFieldsProps = Pick<ReturnType<typeof useTires>, 'typed' | 'setTyped'>

export function TiresFields({ typed, setTyped }: TiresFieldsProps) {
  const { psi, declined } = typed
  return (
    <div className="space-y-3">
      {declined === '' && (
        <div className="grid grid-cols-2 gap-3">
          {wheels.map(({ id, label }, at) => (
            <Field key={id} label={translate(label)}>
              <TextInput
                className="min-h-13!"
                inputMode="decimal"
                autoComplete="off"
                maxLength={5}
                placeholder="psi"
                value={psi[at] ?? ''}
                onChange={({ target }) =>
                  setTyped({
                    ...typed,
                    psi: psi.map((old, one) => (one === at ? target.value : old)),
                  })
                }
              />
            </Field>
          ))}
        </div>
      )}
      <Field label={t('Not measured because')} optional>
        <Select
          value={declined}
          onChange={({ target }) => setTyped({ ...typed, declined: target.value })}
          options={[
            { value: '', label: t('They were measured') },
            ...optionsOf(tireDeclines, (value) => tireDeclineLabels[value]),
          ]}
        />
      </Field>
    </div>
  )
}

/** Asks for the tire pressures that the receipt needs, while completing. */
export function TiresQuestion(props: TiresFieldsProps) {
  return (
    <section className="mt-3 space-y-2">
      <h3 className="font-medium text-amber">
        {t('The receipt needs the tire pressures, or why they were not measured.')}
      </h3>
      <TiresFields {...props} />
    </section>
  )
}

/** The tires of a visit whose receipt shows them; empty for others. */
export function TiresCard({ job, locked }: { job: Job; locked: boolean }) {
  if (!job.receipt?.needsTires && !job.tires) return null
  return (
    <Card title={t('Tires')}>
      {locked ? (
        <Facts
          items={[
            {
              label: t('Pressures'),
              value: job.tires ? describeTires(job.tires, formatNumber) : t('Not measured'),
            },
          ]}
        />
      ) : (
        <TiresForm job={job} />
      )}
    </Card>
  )
}

function TiresForm({ job }: { job: Job }) {
  const { value, problem, clear, ...fields } = useTires(job)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (!value) return
    setSaving(true)
    const isSaved = await makeChange({
      jobId: job.id,
      change: { kind: 'measurements', body: { tires: value } },
      refused: showWorkFailure(t('The tires were not saved.')),
      success: { title: t('Success'), description: t('Tires saved') },
    })
    if (isSaved) clear()
    setSaving(false)
  }
  return (
    <div className="space-y-3">
      <TiresFields {...fields} />
      <Button
        wide
        size="large"
        pending={saving}
        disabledReason={problem}
        onClick={() => void save()}
      >
        {t('Save tires')}
      </Button>
    </div>
  )
}
