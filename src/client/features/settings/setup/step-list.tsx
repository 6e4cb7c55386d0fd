import { Check } from 'lucide-react'
import { clsx } from 'clsx'
import { Anchor } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { t, translate } from '#shared/texts/t.ts'

interface StepListProps {
  open: readonly SetupStep[]
  current: SetupStep | undefined
}

export function StepList({ open, current }: StepListProps) {
  const done = setupSteps.length - open.length
  return (
    <nav aria-label={t('Steps')}>
      <p className="mb-2 text-sm text-soft">
        {t('{done} of {all} done', { done, all: setupSteps.length })}
      </p>
      <div
        role="progressbar"
        aria-label={t('Steps')}
        aria-valuemin={0}
        aria-valuemax={setupSteps.length}
        aria-valuenow={done}
        className="mb-3 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-oil" style={{ width: `${(100 * done) / setupSteps.length}%` }} />
      </div>
      <ol className="grid gap-1 sm:grid-cols-5 lg:grid-cols-1">
        {setupSteps.map(({ step, title }, at) => {
          const isDone = !open.includes(step)
          return (
            <li key={step}>
              <Anchor
                href={paths.setupStep(step)}
                aria-current={step === current ? 'step' : undefined}
                className={clsx(
                  'flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1 text-sm hover:bg-ink/4',
                  step === current && 'bg-amber-wash font-semibold',
                )}
              >
                <span
                  aria-hidden="true"
                  className={clsx(
                    'flex size-6 flex-none items-center justify-center rounded-full text-sm font-semibold',
                    isDone ? 'bg-green-wash text-green' : 'bg-gray-wash text-gray',
                  )}
                >
                  {isDone ? <Check className="size-4" /> : at + 1}
                </span>
                <span>
                  {translate(title)}
                  {isDone && <span className="sr-only"> {t('(done)')}</span>}
                </span>
              </Anchor>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
