import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { ExtraForm as schema } from '#shared/contract/charges.ts'
import { t } from '#shared/texts/t.ts'
import { extraFields } from './extra-fields.tsx'
import { useExtras } from './use-extras.ts'

/** Charges something that was not part of the booking. */
export function ExtraForm({ jobId }: { jobId: string }) {
  const { asks, aboveCents } = useExtras(jobId)
  const fields = extraFields({ asks, aboveCents })
  return (
    <PageForm
      schema={schema}
      send={(body) =>
        makeChange({
          jobId,
          change: {
            kind: 'extra',
            body: { ...body, id: crypto.randomUUID() },
            asks: asks(body),
          },
          refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
          success: { title: t('Success'), description: t('Extra service added successfully') },
        })
      }
      defaultValues={{ unitPrice: '', quantity: 1 }}
      draft={`extra ${jobId}`}
      startAnew
      className="space-y-4"
    >
      {(...all) => (
        <>
          {fields(...all)}
          <SubmitButton variant="secondary" wide size="large">
            {t('Add extra')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
