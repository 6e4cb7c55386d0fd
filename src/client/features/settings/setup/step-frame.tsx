import type { ReactNode } from 'react'
import { SubmitButton } from '#client/app/form/page-form.tsx'
import { useWrite } from '#client/app/queries.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { confirmStep, type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'

export interface StepProps {
  onNext: () => void
  /** Steps the office confirmed. */
  confirmed: readonly SetupStep[]
}

interface LinkedStepProps extends StepProps {
  step: SetupStep
  isDone: boolean
  children: ReactNode
  /** The screen where the step is done. */
  link: { href: string; label: string }
  /** Confirms that the business does not need it. */
  notNeeded: string
}

/** A step whose work is done on another screen. */
export function LinkedStep(props: LinkedStepProps) {
  const { step, isDone, children, link, notNeeded, onNext, confirmed } = props
  const confirming = useConfirmStep({ onNext, confirmed })
  if (isDone)
    return (
      <DoneStep step={step} link={link} onNext={onNext}>
        {children}
      </DoneStep>
    )
  return (
    <div className="space-y-4">
      {children}
      <LinkButton href={link.href}>{link.label}</LinkButton>
      <StepRow step={step}>
        <Button variant="quiet" onClick={onNext}>
          {t('Skip for now')}
        </Button>
        <Button {...confirming(step)}>{notNeeded}</Button>
      </StepRow>
    </div>
  )
}

type DoneStepProps = Pick<LinkedStepProps, 'step' | 'children' | 'link' | 'onNext'>

/** A step with nothing left to do. */
export function DoneStep({ step, children, link, onNext }: DoneStepProps) {
  return (
    <div className="space-y-4">
      {children}
      <LinkButton href={link.href}>{link.label}</LinkButton>
      <StepRow step={step}>
        <Button variant="primary" onClick={onNext}>
          {t('Continue')}
        </Button>
      </StepRow>
    </div>
  )
}

/** A button's state and press: confirms a step, with `changes` of settings. */
export function useConfirmStep({ onNext, confirmed }: StepProps) {
  const seen = useSeenSettings()
  const confirm = useWrite('PUT /api/admin/settings', { onSuccess: onNext })
  return (step: SetupStep, changes: { salesTaxEnabled?: boolean } = {}) => ({
    pending: confirm.isPending,
    onClick: () =>
      confirm.mutate({
        body: { ...changes, confirmedSteps: confirmStep(confirmed, step) },
        ...seen.match,
      }),
  })
}

export function StepButtons({ step, onNext }: { step: SetupStep; onNext: () => void }) {
  return (
    <StepRow step={step}>
      <Button variant="quiet" onClick={onNext}>
        {t('Skip for now')}
      </Button>
      <SubmitButton>{t('Save and continue')}</SubmitButton>
    </StepRow>
  )
}

export function StepRow({ step, children }: { step: SetupStep; children: ReactNode }) {
  const at = setupSteps.findIndex((one) => one.step === step)
  const before = setupSteps[at - 1]
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
      {before && (
        <LinkButton href={officePaths.setupStep(before.step)} className="mr-auto">
          {t('Back')}
        </LinkButton>
      )}
      {children}
    </div>
  )
}
