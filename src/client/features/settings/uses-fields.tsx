import { fields } from '#client/app/form/fields.tsx'
import { allParts, parts } from '#shared/rules/uses.ts'
import { translate } from '#shared/texts/t.ts'

/** A switch for each optional part, saved in the setting `uses`. */
export function UsesFields() {
  return allParts.map((part) => (
    <fields.SwitchField
      key={part}
      name={`uses.${part}`}
      label={translate(parts[part].label)}
      description={translate(parts[part].hint)}
    />
  ))
}
