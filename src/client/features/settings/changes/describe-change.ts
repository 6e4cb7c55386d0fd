import { coreSpotFields, describeTaxRate } from '#shared/contract/describe-core-spot.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import { editableMessages, type MessageWords } from '#shared/rules/message-words.ts'
import { publicTexts } from '#shared/rules/public-texts.ts'
import { labelOfSetting } from '#shared/rules/setting-labels.ts'
import { type SetupStep, setupSteps } from '#shared/rules/setup.ts'
import { describeServiceDays } from '#shared/rules/service-days.ts'
import { describeWeeklyHours, type WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { formatCents, formatNumber } from '#shared/texts/format.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'
import type { SettingField } from '../groups/setting-groups.ts'

export type ChangeLine = { label: string; from: string; to: string }

type Values = Readonly<Record<string, unknown>>

/** What a change is about, in a line. */
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

/** From what to what, a line for each of its values; none for what was added or removed as a whole. */
export function linesOf(
  { before, after }: SettingChange,
  fields: readonly SettingField[],
): ChangeLine[] {
  if (!before || !after) return []
  // The days follow from the hours.
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
              from: describe(name, before, fields),
              to: describe(name, after, fields),
            },
          ],
  )
}

type AllWords = Readonly<Record<string, MessageWords>>

/** Of each message whose words are others now. */
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

function describe(name: string, values: Values, fields: readonly SettingField[]): string {
  const value = values[name]
  const field = fields.find((one) => one.name === name)
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (name.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (name.endsWith('RateBp')) return describeTaxRate(value)
  if (name === 'faq') return describeFaq(value as unknown[] | null)
  if (isPublicText(name)) return shorten((value as { en: string }).en) || t('our words')
  if (name === 'logo') return describeLogo(value as LogoValue)
  if (name === 'confirmedSteps') return describeSteps(value as SetupStep[])
  if (name === 'serviceDays') return describeServiceDays(value as number[])
  if (name === 'weeklyHours') return describeWeeklyHours(value as WeeklyHours)
  if (field?.kind === 'choice')
    return field.options.find((option) => option.value === value)?.label ?? shown(value)
  if (typeof value === 'number') return formatNumber(value, 4)
  return (Array.isArray(value) ? value.map(shown).join(', ') : shown(value)) || t('nothing')
}

const isPublicText = (name: string) => publicTexts.some((one) => one.name === name)

const describeSteps = (confirmed: readonly SetupStep[]) =>
  setupSteps
    .filter(({ step }) => confirmed.includes(step))
    .map(({ title }) => translate(title))
    .join(', ') || t('nothing')

const describeFaq = (faq: unknown[] | null) =>
  faq
    ? plural(faq.length, { one: '{count} question', other: '{count} questions' })
    : t('our questions')

const shorten = (words: string) => (words.length > 120 ? `${words.slice(0, 120)}…` : words)

type LogoValue = { width: number; height: number } | null

const describeLogo = (logo: LogoValue) =>
  logo
    ? t('a picture of {width} × {height} pixels', { width: logo.width, height: logo.height })
    : t('nothing')

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
