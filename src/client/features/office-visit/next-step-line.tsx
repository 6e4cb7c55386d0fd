import type { ReactNode } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { type NextStep, nextStepOf } from '#shared/rules/next-step.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface NextStepLineProps {
  job: Job
  onAssign: () => void
  onMove: () => void
  onLink: () => void
  /** Confirms a request. */
  confirm: ReactNode
  feeDecision: ReactNode
}

export function NextStepLine(props: NextStepLineProps) {
  const { today, ...business } = useBusiness()
  const step = nextStepOf(props.job, today, business)
  if (step === 'decide_fee') return props.feeDecision
  // The end and result are shown below.
  if (step === 'settled') return null
  const actions: Partial<Record<NextStep, ReactNode>> = {
    confirm: <span className="flex *:mt-0! *:w-auto!">{props.confirm}</span>,
    assign: <Step label={t('Assign')} onClick={props.onAssign} />,
    late: <Step label={t('Move it')} onClick={props.onMove} />,
    bill: <Step label={t('Copy the pay link')} onClick={props.onLink} />,
    card: <Step label={t('Copy the link')} onClick={props.onLink} />,
  }
  const action = actions[step]
  return (
    <Banner tone={action ? 'warning' : 'info'} title={describe(step, props.job)} action={action} />
  )
}

function Step({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <SmallButton variant="primary" onClick={onClick}>
      {label}
    </SmallButton>
  )
}

function describe(step: Exclude<NextStep, 'decide_fee' | 'settled'>, job: Job): string {
  const name = job.technician?.name || t('The technician')
  const due = { amount: formatAmount(job.cost.due) }
  const words: Record<typeof step, string> = {
    confirm: t('This is a request: it is outside the service area'),
    assign: t('No one is assigned'),
    late: t('Its day has passed, and it was not started'),
    bill: t('Not paid: {amount}', due),
    card: t('No card yet: {amount} will be due', due),
    ready: t('All set: {name} is coming', { name }),
    at_work: t('{name} is at work', { name }),
    unpaid: t('Not paid: {amount}. The customer pays you directly', due),
  }
  return words[step]
}
