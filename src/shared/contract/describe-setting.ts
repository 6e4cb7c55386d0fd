import { publicTexts } from '../rules/public-texts.ts'
import { describeServiceDays } from '../rules/service-days.ts'
import { type SetupStep, setupSteps } from '../rules/setup.ts'
import { describeWeeklyHours, type WeeklyHours } from '../rules/weekly-hours.ts'
import { formatCents, formatNumber } from '../texts/format.ts'
import { plural, t, translate } from '../texts/t.ts'
import { describeTaxRate } from './describe-core-spot.ts'

/** A setting's old or new value, worded for the reader. */
export function describeSettingValue(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (name.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (name.endsWith('RateBp')) return describeTaxRate(value)
  if (name === 'faq') return describeFaq(value as unknown[] | null)
  if (isPublicText(name)) return shorten((value as { en: string }).en) || t('our words')
  if (name === 'logo') return describeLogo(value as LogoValue)
  if (name === 'confirmedSteps') return describeSteps(value as SetupStep[])
  if (name === 'serviceDays') return describeServiceDays(value as number[])
  if (name === 'weeklyHours') return describeWeeklyHours(value as WeeklyHours)
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
