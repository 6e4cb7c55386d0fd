import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { ServicePricing } from '#client/features/catalog/service-pricing.tsx'
import { AreaStep } from '#client/features/settings/setup/area-step.tsx'
import {
  HoursStep,
  ImportStep,
  PaymentStep,
  PricesStep,
  ReachStep,
  StockStep,
  TaxStep,
  TechnicianStep,
  UsesStep,
} from '#client/features/settings/setup/steps.tsx'
import { OpenSteps } from '#client/features/settings/setup/open-steps.tsx'
import type { StepProps } from '#client/features/settings/setup/step-frame.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton, Anchor } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useHoursVisits } from './hours-visits.tsx'
import { Check } from 'lucide-react'
import { clsx } from 'clsx'

const forms: Record<SetupStep, (props: StepProps & { isDone: boolean }) => React.ReactNode> = {
  reach: ReachStep,
  hours: Hours,
  area: AreaStep,
  prices: (props) => <PricesStep {...props} pricing={<ServicePricing />} />,
  tax: TaxStep,
  payment: PaymentStep,
  technician: TechnicianStep,
  stock: StockStep,
  import: ImportStep,
  uses: UsesStep,
}
const end = 'done'

/** Guides a new business through setup; each step can be skipped and revisited. */
export default function Setup() {
  const setup = useCall('GET /api/admin/setup', undefined, { staleTime: 0 })
  const settings = useCall('GET /api/admin/settings')
  const [requested] = useSearchParam('step')
  const [, go] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the next step's heading.
  useEffect(() => {
    if (requested) heading.current?.focus()
  }, [requested])
  return (
    <Page
      wide
      title={t('Set up your business')}
      lede={t('A few short steps. You can leave any time and pick up where you left off.')}
      back={{ href: paths.home, label: t('Dashboard') }}
    >
      <Loaded
        parts={[setup, settings]}
        loading={<Skeleton className="h-100 w-full rounded-card!" />}
        failed={t('The setup steps could not be loaded')}
      >
        {({ open }, { confirmedSteps }) => {
          const named = setupSteps.find(({ step }) => step === requested)?.step
          const current = requested === end ? undefined : (named ?? open[0])
          const Form = current && forms[current]
          const at = setupSteps.findIndex(({ step }) => step === current)
          const next = setupSteps[at + 1]?.step ?? end
          return (
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <StepList open={open} current={current} />
              <Card
                title={
                  <span ref={heading} tabIndex={-1} className="outline-none">
                    {current
                      ? t('{number}. {title}', {
                          number: at + 1,
                          title: translate(setupSteps[at]?.title ?? ''),
                        })
                      : open.length > 0
                        ? t('Almost there')
                        : t('Ready for the first booking')}
                  </span>
                }
              >
                {Form ? (
                  <Form
                    key={current}
                    confirmed={confirmedSteps}
                    isDone={!open.some((step) => step === current)}
                    onNext={() => go(officePaths.setupStep(next))}
                  />
                ) : (
                  <End open={open} />
                )}
              </Card>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Hours(props: StepProps) {
  const { visits, waitsFor, dialog } = useHoursVisits()
  return (
    <>
      <HoursStep {...props} visits={visits} waitsFor={waitsFor} />
      {dialog}
    </>
  )
}

function End({ open }: { open: readonly SetupStep[] }) {
  return (
    <div className="space-y-4">
      {open.length > 0 ? (
        <>
          <p>{t('These steps are still open. You also find them on your dashboard.')}</p>
          <OpenSteps steps={open} />
        </>
      ) : (
        <p>{t('Customers can book on your page; book here for those who call.')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton href={paths.booking} variant={open.length > 0 ? undefined : 'primary'}>
          {t('Book for a customer')}
        </LinkButton>
        <LinkButton href={paths.guestBooking}>{t('See the booking page')}</LinkButton>
        <LinkButton href={paths.settings}>{t('All settings')}</LinkButton>
      </div>
    </div>
  )
}

interface StepListProps {
  open: readonly SetupStep[]
  current: SetupStep | undefined
}

function StepList({ open, current }: StepListProps) {
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
      <ol className="grid grid-cols-2 gap-1 sm:grid-cols-3 lg:grid-cols-1">
        {setupSteps.map(({ step, title }, at) => {
          const isDone = !open.includes(step)
          return (
            <li key={step}>
              <Anchor
                href={officePaths.setupStep(step)}
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
