import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** Chooses the oil and filter really used, saved at once; nothing where there is no choice. */
export function UsedProducts({ job }: { job: Job }) {
  const { productChoices: parts = [] } = job
  if (parts.length === 0) return null
  const use = (productId: string, category: string) => {
    const used = parts.map((one) => ({
      ...one,
      usedId: one.category === category ? productId : one.usedId,
    }))
    void makeChange({
      jobId: job.id,
      change: {
        kind: 'measurements',
        body: { usedProducts: used.map(({ usedId }) => usedId) },
        used: used.map((one) => nameOf(one, one.usedId)).join(', '),
      },
      refused: showWorkFailure(t('The product was not saved.')),
    })
  }
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      {parts.map((part) => (
        <Field
          key={part.category}
          label={part.category === 'oil' ? t('Oil used') : t('Filter used')}
          hint={
            part.usedId !== part.plannedId &&
            t('Planned: {product}', { product: nameOf(part, part.plannedId) })
          }
        >
          <Select
            className="[&>select]:min-h-13!"
            value={part.usedId}
            onChange={({ target }) => use(target.value, part.category)}
            options={part.choices.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      ))}
    </div>
  )
}

type Part = NonNullable<Job['productChoices']>[number]

const nameOf = ({ choices }: Part, productId: string) =>
  choices.find(({ id }) => id === productId)?.name ?? ''
