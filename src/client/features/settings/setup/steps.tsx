import { NameFields } from '#client/app/form/name-fields.tsx'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { PageForm } from '#client/app/form/page-form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { HoursForm, PayingForm, ReachForm, UsesForm } from '#shared/contract/settings.ts'
import { taxPercent } from '#shared/contract/tax-rate.ts'
import { confirmStep } from '#shared/rules/setup.ts'
import { type Setting, settingsTable } from '#shared/rules/settings-table.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useBusiness } from '#client/app/session.ts'
import { timeZones } from '../groups/time-zones.ts'
import { sameHours, type WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { HoursGrid } from '../groups/hours-grid.tsx'
import { useSeenSettings } from '../use-seen-settings.ts'
import { UsesFields } from '../uses-fields.tsx'
import {
  DoneStep,
  LinkedStep,
  StepButtons,
  type StepProps,
  StepRow,
  useConfirmStep,
} from './step-frame.tsx'
import { useCall } from '#client/app/queries.ts'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { ReachFields } from '../reach-fields.tsx'
import { personName } from '#client/app/person-name.ts'
import { TechnicianForm } from '#shared/contract/technicians.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { rateInput } from '../rate-input.ts'

interface HoursStepProps extends StepProps {
  visits: (hours: WeeklyHours) => ReactNode
  waitsFor: string | false
}

export function HoursStep({ onNext, confirmed, visits, waitsFor }: HoursStepProps) {
  const seen = useSeenSettings()
  if (!seen.settings) return <Skeleton lines={4} />
  const { weeklyHours, timeZone } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup hours"
      input={(body) => seen.input({ ...body, confirmedSteps: confirmStep(confirmed, 'hours') })}
      onFailure={seen.onFailure}
      schema={HoursForm}
      defaultValues={{
        weeklyHours,
        timeZone: confirmed.includes('hours') ? timeZone : guess(timeZone),
      }}
      onSaved={onNext}
      disabledReason={() => waitsFor}
    >
      {({ SelectField, ControlField }, typed) => (
        <>
          <ControlField name="weeklyHours">
            {({ value, onChange, error }) => (
              <HoursGrid
                label={t('Service days and times')}
                hours={value}
                onChange={onChange}
                error={error}
              />
            )}
          </ControlField>
          {typed.weeklyHours &&
            !sameHours(typed.weeklyHours, weeklyHours) &&
            visits(typed.weeklyHours)}
          <SelectField name="timeZone" label={t('Time zone')} options={timeZones()} />
          <StepButtons step="hours" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

/** The browser's time zone if listed; owners are usually where the business is. */
function guess(usual: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(America|Pacific)\//.test(timeZone) ? timeZone : usual
}

export function PricesStep({ onNext, confirmed, pricing }: StepProps & { pricing: ReactNode }) {
  const confirming = useConfirmStep({ onNext, confirmed })
  return (
    <div className="space-y-4">
      <p>{t('A new business starts with these packages. Customers pay these prices.')}</p>
      {pricing}
      <StepRow step="prices">
        <Button variant="quiet" onClick={onNext}>
          {t('Skip for now')}
        </Button>
        <Button variant="primary" {...confirming('prices')}>
          {t('These prices are right')}
        </Button>
      </StepRow>
    </div>
  )
}

export function ReachStep({ onNext }: StepProps) {
  const seen = useSeenSettings()
  if (!seen.settings) return <Skeleton lines={4} />
  const { brandName, supportPhone, supportEmail } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup reach"
      input={seen.input}
      onFailure={seen.onFailure}
      schema={ReachForm}
      defaultValues={{ brandName, supportPhone, supportEmail }}
      onSaved={onNext}
    >
      {({ TextField }) => (
        <>
          <ReachFields TextField={TextField} />
          <p className="text-sm text-soft">{t('Blank fields are not mentioned anywhere.')}</p>
          <StepButtons step="reach" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

/** Feeds the card "Sales tax" of the settings. */
export function TaxStep({ onNext, confirmed }: StepProps) {
  const seen = useSeenSettings()
  const confirming = useConfirmStep({ onNext, confirmed })
  if (!seen.settings) return <Skeleton lines={4} />
  const { salesTaxEnabled, salesTaxRateBp } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup tax"
      input={({ percent }) =>
        seen.input({
          salesTaxEnabled: true,
          salesTaxRateBp: Math.round(percent * 100),
          confirmedSteps: confirmStep(confirmed, 'tax'),
        })
      }
      onFailure={seen.onFailure}
      schema={TaxForm}
      defaultValues={salesTaxEnabled ? { percent: salesTaxRateBp / 100 } : {}}
      onSaved={onNext}
    >
      {({ NumberField }) => (
        <>
          <p>
            {t(
              'It is added to your prices and shown before booking. Ask your tax adviser what is taxed where you work.',
            )}
          </p>
          <NumberField
            {...rateInput}
            name="percent"
            label={t('Sales tax rate')}
            hint={t(
              'Core spots can have their own rate, and extras, packages and products can be untaxed.',
            )}
            className="max-w-80"
          />
          <QuietButton {...confirming('tax', { salesTaxEnabled: false })}>
            {t('We charge no sales tax')}
          </QuietButton>
          <StepButtons step="tax" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

const TaxForm = z.strictObject({ percent: taxPercent })

/** Feeds the card "How customers pay" of the settings. */
export function PaymentStep({ onNext, confirmed }: StepProps) {
  const seen = useSeenSettings()
  const { cardPayments } = useBusiness()
  if (!seen.settings) return <Skeleton lines={4} />
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup payment"
      input={(body) => seen.input({ ...body, confirmedSteps: confirmStep(confirmed, 'payment') })}
      onFailure={seen.onFailure}
      schema={PayingForm}
      defaultValues={PayingForm.parse(
        Object.fromEntries(payingSettings.map((name) => [name, seen.settings?.[name]])),
      )}
      onSaved={onNext}
    >
      {({ SwitchField }) => (
        <>
          <p>
            {cardPayments
              ? t('Cards are taken online. Choose what else customers may use.')
              : t(
                  'No card provider is connected, so customers pay you directly. Choose how. Your server administrator can connect a provider later.',
                )}
          </p>
          {payingSettings.map((name) => {
            const setting: Setting = settingsTable[name]
            return (
              <SwitchField
                key={name}
                name={name}
                label={translate(setting.label)}
                description={setting.hint && translate(setting.hint)}
              />
            )
          })}
          <StepButtons step="payment" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

const payingSettings = Object.keys(PayingForm.shape) as (keyof typeof PayingForm.shape)[]

export function TechnicianStep({ onNext }: StepProps) {
  const technicians = useCall('GET /api/admin/technicians')
  if (!technicians.data) return <Skeleton lines={4} />
  const active = technicians.data.filter(({ status }) => status === 'active')
  if (active.length > 0)
    return (
      <DoneStep
        step="technician"
        link={{ href: paths.technicians, label: t('Technicians') }}
        onNext={onNext}
      >
        <ul className="list-disc pl-5">
          {active.map((one) => (
            <li key={one.id}>{personName(one) || one.email}</li>
          ))}
        </ul>
      </DoneStep>
    )
  return (
    <PageForm
      call="POST /api/admin/technicians"
      draft="setup technician"
      input={(body) => ({ body })}
      schema={TechnicianForm}
      defaultValues={{ invite: true }}
      onSaved={onNext}
      failureText={t('Failed to create technician.')}
    >
      {({ TextField, SwitchField }) => (
        <>
          <NameFields TextField={TextField} />
          <TextField
            name="email"
            label={t('E-mail')}
            type="email"
            hint={t('Use an address other than your own admin sign-in.')}
          />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <SwitchField
            name="invite"
            label={t('Invite by e-mail')}
            description={t('We e-mail them how to sign in.')}
          />
          <StepButtons step="technician" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

/** Feeds the card "What you use" of the settings. */
export function UsesStep({ onNext, confirmed }: StepProps) {
  const seen = useSeenSettings()
  if (!seen.settings) return <Skeleton lines={4} />
  const { uses } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup uses"
      input={(body) => seen.input({ ...body, confirmedSteps: confirmStep(confirmed, 'uses') })}
      onFailure={seen.onFailure}
      schema={UsesForm}
      defaultValues={{ uses }}
      onSaved={onNext}
    >
      {() => (
        <>
          <p>
            {t('You don’t need any of this to start. You can switch it on later in the settings.')}
          </p>
          <UsesFields />
          <StepButtons step="uses" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

type ElsewhereProps = StepProps & { isDone: boolean }

export function StockStep(props: ElsewhereProps) {
  return (
    <LinkedStep
      {...props}
      step="stock"
      link={{ href: officePaths.productsTab('products'), label: t('Count products') }}
      notNeeded={t('We don’t track stock')}
    >
      <p>
        {t(
          'Count what is on your shelves once. Visits then use it up, and you are warned when a product runs low.',
        )}
      </p>
    </LinkedStep>
  )
}

export function ImportStep(props: ElsewhereProps) {
  return (
    <LinkedStep
      {...props}
      step="import"
      link={{ href: officePaths.importExport, label: t('Import customers') }}
      notNeeded={t('We start without a list')}
    >
      <p>
        {t(
          'Bring customers, cars and past services from another program or a spreadsheet. No one gets a message, and you can undo it.',
        )}
      </p>
    </LinkedStep>
  )
}
