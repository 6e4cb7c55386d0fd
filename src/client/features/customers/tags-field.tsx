import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { maxTagLength, tidyTags } from '#shared/rules/customers.ts'
import { t } from '#shared/texts/t.ts'

interface TagsFieldProps {
  value: readonly string[]
  onChange: (tags: string[]) => void
  error: string | undefined
}

/** Adds tags with Enter or a comma, suggests existing ones, and removes them. */
export function TagsField({ value, onChange, error }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const known = useCall('GET /api/admin/customers/summary', { query: {} }).data?.tags ?? []
  const add = (text: string) => {
    setTyped('')
    if (text.trim()) onChange(tidyTags([...value, ...text.split(',')]))
  }
  return (
    <div>
      <Field
        label={t('Tags')}
        optional
        error={error}
        hint={t('Your own labels for customers. Press Enter after each.')}
      >
        <TextInput
          value={typed}
          maxLength={maxTagLength}
          autoComplete="off"
          list={list}
          onChange={({ target }) =>
            target.value.includes(',') ? add(target.value) : setTyped(target.value)
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !typed.trim()) return
            event.preventDefault()
            add(typed)
          }}
          // Add the unfinished tag too.
          onBlur={() => add(typed)}
        />
      </Field>
      <datalist id={list}>
        {known
          .filter((tag) => !value.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {value.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('Tags')}>
          {value.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center rounded-chip border border-line pl-2.5 text-sm"
            >
              <span className="wrap-anywhere">{tag}</span>
              <IconButton
                size="small"
                icon={<X />}
                label={t('Remove the tag {tag}', { tag })}
                onClick={() => onChange(value.filter((one) => one !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
