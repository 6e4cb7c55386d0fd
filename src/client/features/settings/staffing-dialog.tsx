import type { CallAnswer } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { StaffingForm } from '#shared/contract/settings.ts'
import { settingsTable } from '#shared/rules/settings-table.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useSeenSettings } from './use-seen-settings.ts'

interface StaffingDialogProps {
  settings: CallAnswer<'GET /api/admin/settings'>
  onClose: () => void
}

export default function StaffingDialog({ settings, onClose }: StaffingDialogProps) {
  const seen = useSeenSettings()
  const { number, technicians } = settingsTable.slotCapacityMode.options
  const { slotCapacityMode, slotCapacity, travelBufferMinutes, autoAssign, technicianSelfAssign } =
    settings
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      input={seen.input}
      {...seen.form}
      schema={StaffingForm}
      defaultValues={{
        slotCapacityMode,
        slotCapacity,
        travelBufferMinutes,
        autoAssign,
        technicianSelfAssign,
      }}
      onClose={onClose}
      size="small"
      title={t('Visits at a time')}
      description={t('Visits already booked stay, whatever you choose here.')}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: t('Applies from now on.') }}
    >
      {({ SelectField, NumberField, SwitchField }, { slotCapacityMode: mode }) => (
        <>
          <SelectField
            name="slotCapacityMode"
            label={translate(settingsTable.slotCapacityMode.label)}
            options={[
              { value: 'number', label: translate(number) },
              { value: 'technicians', label: translate(technicians) },
            ]}
          />
          {mode === 'number' ? (
            <NumberField name="slotCapacity" label={t('Visits')} />
          ) : (
            <>
              <p className="text-sm text-soft">
                {t(
                  'Working hours, days off and drives count: a time is open where a technician can be there in time.',
                )}
              </p>
              <NumberField
                name="travelBufferMinutes"
                label={translate(settingsTable.travelBufferMinutes.label)}
                after={translate(settingsTable.travelBufferMinutes.after)}
                hint={translate(settingsTable.travelBufferMinutes.hint)}
              />
            </>
          )}
          <SwitchField
            name="autoAssign"
            label={t('Assign the technician automatically')}
            description={translate(settingsTable.autoAssign.hint)}
          />
          <SwitchField
            name="technicianSelfAssign"
            label={t('Technicians may take visits')}
            description={translate(settingsTable.technicianSelfAssign.hint)}
          />
        </>
      )}
    </DialogForm>
  )
}
