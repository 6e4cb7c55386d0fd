import { t } from '#shared/texts/t.ts'
import type { Fields } from './fields.tsx'

type Name = { firstName: string; lastName: string }

/** A person's first and last name, side by side where there is room. */
export function NameFields({ TextField }: Pick<Fields<Name>, 'TextField'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="firstName" label={t('First name')} />
      <TextField name="lastName" label={t('Last name')} />
    </div>
  )
}
