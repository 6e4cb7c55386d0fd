import type { Fields } from '#client/app/form/fields.tsx'
import { t } from '#shared/texts/t.ts'

type Reach = { brandName: string; supportPhone: string; supportEmail: string }

export function ReachFields({ TextField }: Pick<Fields<Reach>, 'TextField'>) {
  return (
    <>
      <TextField name="brandName" label={t('Name of the business')} autoComplete="organization" />
      <TextField name="supportPhone" label={t('Phone')} type="tel" autoComplete="tel" optional />
      <TextField
        name="supportEmail"
        label={t('E-mail')}
        type="email"
        autoComplete="email"
        hint={t('Messages to the office are mailed there.')}
        optional
      />
    </>
  )
}
