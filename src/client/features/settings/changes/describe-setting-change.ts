import { coreSpotFields, describeSpotValue } from '#shared/contract/describe-core-spot.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import { editableMessages, type MessageWords } from '#shared/rules/editable-messages.ts'
import { describeSettingValue, labelOfSetting } from '#shared/contract/describe-setting.ts'
import { t, text, translate } from '#shared/texts/t.ts'

export type ChangeLine = { label: string; from: string; to: string }

export function titleOf({ subject, before, after }: SettingChange): string {
  const name = shown(after?.name ?? before?.name)
  switch (subject) {
    case 'settings':
      return t('Settings')
    case 'core_spot':
      if (!before) return t('Core spot {name} added', { name })
      if (!after) return t('Core spot {name} deleted', { name })
      return t('Core spot {name}', { name })
    case 'message_words':
      return t('Words of a message: {name}', { name })
  }
}

/** Old and new values, one line each; none for whole additions or removals. */
export function linesOf({ subject, before, after }: SettingChange): ChangeLine[] {
  if (!before || !after) return []
  const describe = subject === 'core_spot' ? describeSpotValue : describeSettingValue
  // Days derive from the hours.
  const names = Object.keys(after).filter(
    (name) => name !== 'serviceDays' || !('weeklyHours' in after),
  )
  return names.flatMap((name) =>
    name === 'messageWords'
      ? wordLines(before[name], after[name])
      : JSON.stringify(before[name]) === JSON.stringify(after[name])
        ? []
        : [
            {
              label: labelOf(name),
              from: describe(name, before[name]),
              to: describe(name, after[name]),
            },
          ],
  )
}

type AllWords = Readonly<Record<string, MessageWords>>

function wordLines(before: unknown, after: unknown): ChangeLine[] {
  const [was, is] = [before as AllWords, after as AllWords]
  const words = (of: MessageWords | undefined) =>
    of ? [of.subject, of.body].filter(Boolean).join('\n') : t('built-in words')
  return editableMessages.flatMap(({ id, title }) => {
    const [from, to] = [words(was[id]), words(is[id])]
    return from === to ? [] : [{ label: translate(title), from, to }]
  })
}

const fieldLabels: Record<string, string> = {
  ...coreSpotFields,
  subject: text('Subject'),
  body: text('Words'),
}

function labelOf(name: string): string {
  const label = fieldLabels[name]
  return label ? translate(label) : labelOfSetting(name)
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : '')
