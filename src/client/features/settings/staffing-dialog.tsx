import type { CallAnswer } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { StaffingForm } from '#shared/contract/settings.ts'
import { slotCapacityLabels } from '#shared/rules/settings.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useSeenSettings } from './use-seen-settings.ts'

interface StaffingDialogProps {
  settings: CallAnswer<'GET /api/admin/settings'>
  onClose: () => void
}

/** How many visits a time takes, and who gets them. */
export default function StaffingDialog({ settings, onClose }: StaffingDialogProps) {
  const seen = useSeenSettings()
  const { slotCapacityMode, slotCapacity, autoAssign, technicianSelfAssign } = settings
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      input={seen.input}
      disabledReason={seen.disabledReason}
      onFailure={seen.onFailure}
      schema={StaffingForm}
      defaultValues={{ slotCapacityMode, slotCapacity, autoAssign, technicianSelfAssign }}
      onClose={onClose}
      size="small"
      title={t('Visits at a time')}
      description={t('Visits that are booked stay, whatever you choose here.')}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: t('It counts from now on.') }}
    >
      {({ SelectField, NumberField, SwitchField }, { slotCapacityMode: mode }) => (
        <>
          <SelectField
            name="slotCapacityMode"
            label={t('A time takes')}
            options={[
              { value: 'number', label: translate(slotCapacityLabels.number) },
              { value: 'technicians', label: translate(slotCapacityLabels.technicians) },
            ]}
          />
          {mode === 'number' ? (
            <NumberField name="slotCapacity" label={t('Visits')} />
          ) : (
            <p className="text-sm text-soft">
              {t('Working hours and days off count. A time at which nobody works is full.')}
            </p>
          )}
          <SwitchField
            name="autoAssign"
            label={t('Name the technician by itself')}
            description={t('Whoever has the least to do that day, of those the nearest.')}
          />
          <SwitchField
            name="technicianSelfAssign"
            label={t('Technicians may take visits')}
            description={t('Of those that nobody has yet.')}
          />
        </>
      )}
    </DialogForm>
  )
}
