import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type OfficeCompany, OtherCompany } from '#shared/contract/companies.ts'
import { plural, t } from '#shared/texts/t.ts'
import { useOtherCompanies } from './use-other-companies.ts'

interface MergeCompanyDialogProps {
  company: Pick<OfficeCompany, 'id' | 'name'>
  onClose: () => void
}

/** Merges a company into another one. */
export default function MergeCompanyDialog({
  company: { id, name },
  onClose,
}: MergeCompanyDialogProps) {
  const others = useOtherCompanies(id)
  return (
    <DialogForm
      call="POST /api/admin/companies/{id}/merge"
      input={(body) => ({ params: { id }, body })}
      schema={OtherCompany}
      defaultValues={{}}
      onClose={onClose}
      danger
      title={t('Merge {name} into another company?', { name })}
      description={t(
        'Its members, yards and cars move there, and this account is closed. Visits, statements and payments stay here, and so do cars with a visit ahead: move those later.',
      )}
      submitLabel={t('Merge')}
      failureTitle={t('The companies were not merged')}
      successToast={({ moved, left }) => ({
        title: plural(moved, { one: '{count} car moved', other: '{count} cars moved' }),
        description: left
          .map(({ unit, reason }) => `${unit}: ${reason}`)
          .slice(0, 5)
          .join(' '),
      })}
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
