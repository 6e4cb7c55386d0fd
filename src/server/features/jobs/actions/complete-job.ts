import { businessDate } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { settleStock } from '#server/features/catalog/actions/settle-stock.ts'
import { bookReceived } from '#server/features/payments/actions/record-payment.ts'
import { Conflict } from '#server/http/errors.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { mayRecordPayment, mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { RecordedMethod } from '#shared/rules/recorded-payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Tires } from '#shared/rules/tires.ts'
import { assertAnswered } from './answer-estimate.ts'
import { transitionJob } from './change-job.ts'
import { freezeReceipt } from './freeze-receipt.ts'
import { saveMeasurements } from './save-work.ts'
import { settleLines } from './settle-lines.ts'
import { companyOfAccount } from '#server/reads/companies.ts'
import { reportLinkOf } from '#server/reads/inspections.ts'
import { extraRows } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import { isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'

type Completion = {
  technicianNotes?: string | undefined
  /** Paid to the technician. */
  received?:
    | { method: RecordedMethod; amount: string | number; reference?: string | undefined }
    | undefined
  tires?: Tires | undefined
  /** Unanswered extras that are not charged. */
  leaveOut?: readonly string[] | undefined
}

/**
 * Completes a job: saves notes, records what the technician was paid, closes the conversation, takes used supplies from stock, and
 * wakes payment processing. Throws NotFound, or Conflict unless the job is in progress, for a payment when technicians
 * record none, while extras wait for the customer that are not left out, and as of `freezeReceipt`.
 */
export async function completeJob(
  person: Person,
  id: string,
  { technicianNotes: notes, received, tires, leaveOut = [] }: Completion,
): Promise<void> {
  await transaction(async () => {
    const before = await loadJob(person, id, mayWorkOnJob)
    if (received && !mayRecordPayment(person, currentSettings())) throw notRecording()
    if (tires) await saveMeasurements(person, id, { tires })
    const { at, receivedAt } = await timeOfStep(id, 'service_completed')
    const isLate = notes !== undefined && (await isOutdated(id, 'notes_saved', at))
    await transitionJob(person, before, 'complete', {
      completedAt: at,
      completedReceivedAt: receivedAt,
      ...(notes && !isLate && { technicianNotes: notes }),
    })
    const extras = await extraRows(id)
    assertAnswered(extras, leaveOut)
    await settleLines(person, id)
    // Read again: an extra may have been charged while this waited for the lock.
    const job = await loadJob(person, id, mayWorkOnJob)
    if (job.odometerMiles === null) await assertNoOdometerNeeded(job)
    const receipt = await freezeReceipt(job, at)
    const common = { job, by: person.id, at }
    // May exceed the amount due: the money was received, and an extra may have been declined since.
    if (received)
      await bookReceived(
        person,
        job,
        {
          method: received.method,
          cents: centsFromDecimal(received.amount) ?? 0,
          reference: received.reference,
          receivedOn: businessDate(at),
        },
        { atMostDue: false },
      )
    if (notes && isLate) await happened({ event: 'notes_saved', ...common, data: { late: notes } })
    const leftOut = extras
      .filter(({ approval }) => approval === 'waiting')
      .map(({ id: extraId, description, totalCents }) => ({ extraId, description, totalCents }))
    const report = currentSettings().uses.inspections ? await reportLinkOf(job) : undefined
    const data = { leftOut, ...(receipt && { receipt }), ...(report && { report }) }
    await happened({ event: 'service_completed', ...common, data })
    for (const extra of leftOut) await happened({ event: 'extra_left_out', ...common, data: extra })
    // Last, because other completions wait for the stock rows locked here.
    await settleStock(id, person.id)
  })
}

async function assertNoOdometerNeeded({ customerId }: JobRow): Promise<void> {
  if ((await companyOfAccount(customerId))?.odometerRequired)
    throw new Conflict(
      phrase(
        'This company requires an odometer reading. Please enter it before you complete the visit.',
      ),
      { reason: 'odometer' },
    )
}

const notRecording = () =>
  new Conflict(phrase('Only the office records payments. Complete the visit without it.'), {
    reason: 'not_recording',
  })
