import type { ReactNode } from 'react'
import { SubmitButton } from '#client/app/form/page-form.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'

export interface StepProps {
  onNext: () => void
  /** Steps the office confirmed. */
  confirmed: readonly SetupStep[]
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
        <LinkButton href={paths.setupStep(before.step)} className="mr-auto">
          {t('Back')}
        </LinkButton>
      )}
      {children}
    </div>
  )
}
