import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type CompanyCar, OtherCompany } from '#shared/contract/companies.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { useOtherCompanies } from './use-other-companies.ts'

interface MoveCarDialogProps {
  companyId: string
  car: CompanyCar
  onClose: () => void
}

/** Gives a car to another company. */
export default function MoveCarDialog({ companyId, car, onClose }: MoveCarDialogProps) {
  const others = useOtherCompanies(companyId)
  const name = car.unitNumber || vehicleName(car)
  return (
    <DialogForm
      call="POST /api/admin/companies/{id}/cars/{vehicleId}/move"
      input={(body) => ({ params: { id: companyId, vehicleId: car.id }, body })}
      schema={OtherCompany}
      defaultValues={{}}
      onClose={onClose}
      title={t('Move {car} to another company?', { car: name })}
      description={t(
        'Its visits and their costs stay with this company. It has no driver there until you choose one.',
      )}
      submitLabel={t('Move the car')}
      failureTitle={t('The car was not moved')}
      successToast={{ title: t('Car moved'), description: name }}
    >
      {({ SelectField }) => (
        <SelectField
          name="companyId"
          label={t('Company')}
          placeholder={t('Choose a company')}
          options={others}
        />
      )}
    </DialogForm>
  )
}
