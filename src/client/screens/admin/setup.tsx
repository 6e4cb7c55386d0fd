import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { ServicePricing } from '#client/features/catalog/service-pricing.tsx'
import { AreaStep } from '#client/features/settings/setup/area-step.tsx'
import { HoursStep } from '#client/features/settings/setup/hours-step.tsx'
import { OpenSteps } from '#client/features/settings/setup/open-steps.tsx'
import { PricesStep } from '#client/features/settings/setup/prices-step.tsx'
import { ReachStep } from '#client/features/settings/setup/reach-step.tsx'
import type { StepProps } from '#client/features/settings/setup/step-frame.tsx'
import { StepList } from '#client/features/settings/setup/step-list.tsx'
import { TechnicianStep } from '#client/features/settings/setup/technician-step.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { paths } from '#shared/rules/paths.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useHoursVisits } from './hours-visits.tsx'

const forms: Record<SetupStep, (props: StepProps) => React.ReactNode> = {
  reach: ReachStep,
  hours: Hours,
  area: AreaStep,
  prices: (props) => <PricesStep {...props} pricing={<ServicePricing />} />,
  technician: TechnicianStep,
}
const end = 'done'

/** Guides a new business through setup; each step can be skipped and revisited. */
export default function Setup() {
  const setup = useCall('GET /api/admin/setup', undefined, { staleTime: 0 })
  const settings = useCall('GET /api/admin/settings')
  const [asked] = useSearchParam('step')
  const [, go] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the next step's heading.
  useEffect(() => {
    if (asked) heading.current?.focus()
  }, [asked])
  return (
    <Page
      wide
      title={t('Set up your business')}
      lede={t('Five short steps. You can leave any time and pick up where you left off.')}
      back={{ href: paths.home, label: t('Dashboard') }}
    >
      <Loaded
        parts={[setup, settings]}
        loading={<Skeleton className="h-100 w-full rounded-card!" />}
        failed={t('The setup steps could not be loaded')}
      >
        {({ open }, { confirmedSteps }) => {
          const named = setupSteps.find(({ step }) => step === asked)?.step
          const current = asked === end ? undefined : (named ?? open[0])
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
                    onNext={() => go(paths.setupStep(next))}
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
        <p>{t('Customers can book on your page; for those who call, you book here.')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton href={paths.booking} variant={open.length > 0 ? undefined : 'primary'}>
          {t('Book for a customer')}
        </LinkButton>
        <LinkButton href={paths.guestBooking}>{t('See the page where customers book')}</LinkButton>
        <LinkButton href={paths.settings}>{t('All settings')}</LinkButton>
      </div>
    </div>
  )
}
