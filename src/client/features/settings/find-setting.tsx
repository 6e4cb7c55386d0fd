import { useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { holdsWords } from '#shared/rules/fold-text.ts'
import { t } from '#shared/texts/t.ts'

export type SettingLink = { label: string; detail: string; href: string }

const mostShown = 8

export function FindSetting({ places }: { places: readonly SettingLink[] }) {
  const [typed, setTyped] = useState('')
  const found = places.filter(({ label, detail }) => holdsWords(`${label} ${detail}`, typed))
  return (
    <search className="mb-4 block max-w-100">
      <Field label={t('Find a setting')} hideLabel>
        <TextInput
          type="search"
          placeholder={t('Find a setting')}
          autoComplete="off"
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {typed.trim() && (
        <ul aria-label={t('Settings found')} className="mt-2 space-y-1">
          {found.slice(0, mostShown).map(({ label, detail, href }) => (
            <li key={href + label}>
              <TextLink href={href} onClick={() => setTyped('')}>
                {label}
              </TextLink>{' '}
              <span className="text-sm text-soft">{detail}</span>
            </li>
          ))}
          {found.length === 0 && <li className="text-soft">{t('No settings match.')}</li>}
        </ul>
      )}
    </search>
  )
}
