import { wordsOfAnswer } from '#shared/contract/describe-approval.ts'
import { useState } from 'react'
import { centsOfLines, seenLines } from '#client/app/estimates.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshThings } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import type { ShownExtra } from '#client/app/work/waiting-changes.ts'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { AnswerFacts } from '#shared/contract/estimates.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isBlankSignature } from '#shared/rules/approvals.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { type Drawn, SignatureField } from './signature-field.tsx'
import { unanswered, useExtras } from './use-extras.ts'

export interface AnswerDialogProps {
  job: Job
  estimateId: string
  method: 'signature' | 'phone'
  onClose: () => void
}

/** Records what the customer answers to an estimate: by signing here, or on a call. */
export default function AnswerDialog({ job, estimateId, onClose, ...start }: AnswerDialogProps) {
  const { shown } = useExtras(job.id)
  const { role } = usePerson()
  const [method, setMethod] = useState(start.method)
  const [declined, setDeclined] = useState<readonly string[]>([])
  const [signature, setSignature] = useState<Drawn>()
  // Keeps showing the sent answer until the dialog closes.
  const [sent, setSent] = useState<readonly ShownExtra[] | null>(null)
  const lines = sent ?? unanswered(shown).filter((line) => line.estimateId === estimateId)
  const answered = lines.map((line) => ({ ...line, approved: !declined.includes(line.id) }))
  const idsOf = (approved: boolean) =>
    answered.filter((line) => line.approved === approved).map(({ id }) => id)
  const cents = centsOfLines(
    answered.filter(({ approved }) => approved),
    job.cost,
  )
  if (lines.length === 0)
    return (
      <Dialog
        title={t('Nothing waits for an answer')}
        description={t('The customer has answered online, or the lines were removed.')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      />
    )
  const isSigned = method === 'signature'
  const isBlank = isSigned && (!signature || isBlankSignature(signature))
  return (
    <DialogForm
      title={isSigned ? t('Sign here') : t('Record a call')}
      onClose={onClose}
      submitLabel={t('Save the answer')}
      schema={AnswerFacts}
      defaultValues={{
        person: job.customer.name,
        phone: nationalPhone(job.customer.phone),
        said: '',
      }}
      disabledReason={() => isBlank && t('Please sign in the box first.')}
      send={async ({ person, phone, said }) => {
        const how = isSigned ? { signature } : { phone, said }
        setSent(lines)
        const isSaved = await makeChange({
          jobId: job.id,
          change: {
            kind: 'answer',
            estimateId,
            lines,
            body: {
              approved: idsOf(true),
              declined: idsOf(false),
              method,
              person,
              seen: seenLines(lines),
              ...how,
            },
          },
          refused: (error) => {
            showWorkFailure(t('The answer was not saved.'))(error)
            // Lines may have changed or be gone.
            refreshThings(['extras', 'jobs'], job.id)
          },
          success: { title: t('Answer saved'), description: person },
        })
        if (!isSaved) setSent(null)
        return isSaved
      }}
    >
      {({ TextField, TextAreaField }) => (
        <>
          {answered.map(({ id, description, quantity, unitPrice, totalPrice, approved }) => (
            <RadioCards
              key={id}
              compact
              legend={
                <>
                  <span className="flex items-baseline justify-between gap-4">
                    <span className="min-w-0 wrap-anywhere">{description}</span>
                    <Money cents={centsFromDollars(totalPrice)} />
                  </span>
                  <span className="block text-sm font-normal text-soft">
                    {t('{quantity} × {price}', {
                      quantity,
                      price: formatCents(centsFromDollars(unitPrice)),
                    })}
                  </span>
                </>
              }
              value={approved ? 'approve' : 'decline'}
              onChange={(value) =>
                setDeclined((known) => [
                  ...known.filter((one) => one !== id),
                  ...(value === 'decline' ? [id] : []),
                ])
              }
              options={[
                { value: 'approve', title: t('Approve') },
                { value: 'decline', title: t('Decline') },
              ]}
            />
          ))}
          <p className="flex items-baseline justify-between gap-4 rounded-control bg-sunken px-4 py-3">
            <span className="font-medium">
              {job.cost.salesTax ? t('Total with sales tax') : t('Total')}
            </span>
            <Money cents={cents} className="text-2xl font-semibold" />
          </p>
          <p aria-live="polite" className="font-medium">
            {wordsOfAnswer(answered, cents)}
          </p>
          <TextField
            name="person"
            label={isSigned ? t('Name of who signs') : t('Name of who answers')}
          />
          {isSigned ? (
            <>
              <SignatureField onChange={setSignature} />
              <QuietButton className="-ml-3" onClick={() => setMethod('phone')}>
                {t('They cannot sign here? Record what they say')}
              </QuietButton>
            </>
          ) : (
            <>
              <TextField name="phone" label={t('Number they spoke from')} type="tel" />
              <TextAreaField name="said" label={t('What they said')} rows={2} />
              {role === 'technician' && (
                <QuietButton className="-ml-3" onClick={() => setMethod('signature')}>
                  {t('Sign on this phone instead')}
                </QuietButton>
              )}
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}
