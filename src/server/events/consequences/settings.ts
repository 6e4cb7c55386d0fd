import { currentSettings } from '#server/base/current-settings.ts'
import { spotChangeInWords } from '#shared/contract/describe-core-spot.ts'
import { describeSettingValue, nameSettings } from '#shared/contract/describe-setting.ts'
import type { SettingChange } from '#shared/rules/setting-changes.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { slotsBetween } from '#shared/rules/slot-times.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeDays, everyWhat, titleFor } from './log-lines.ts'

/** Settings, the service area, and closed days and times. */
export const settingsConsequences = {
  slots_blocked: {
    audit: {
      about: 'schedule',
      stores: ['from', 'to', 'slots', 'name', 'reason'],
      line: (data) => ({ title: t('Times blocked'), ...closureLines(data) }),
    },
    changes: ['availability'],
    hears: ['office'],
  },
  slots_opened: {
    audit: {
      about: 'schedule',
      stores: ['from', 'to', 'slots', 'name', 'reason'],
      line: (data) => ({ title: t('Times opened'), ...closureLines(data) }),
    },
    changes: ['availability'],
    hears: ['office'],
  },
  settings_changed: {
    audit: {
      about: 'settings',
      stores: ['names', 'changes'],
      variants: [{}, ...Object.keys(defaultSettings).map((name) => ({ names: [name] }))],
      line: ({ names = [], changes = [] }) => ({
        title: t('Settings changed'),
        lines: settingLines(names, changes as readonly SettingChange[]),
      }),
    },
    changes: ['settings', 'availability'],
    hears: ['everybody'],
  },
  service_area_changed: {
    audit: {
      about: 'settings',
      stores: ['name', 'what', 'before', 'after'],
      variants: everyWhat,
      line: ({ name, what, before, after }) => ({
        title: titleFor(what, {
          added: text('Core spot added'),
          changed: text('Core spot changed'),
          deleted: text('Core spot deleted'),
        }),
        lines: [name, before && after ? spotChangeInWords(before, after) : undefined],
      }),
    },
    changes: ['service_area'],
    hears: ['office'],
  },
} satisfies SomeConsequences

type Closure = {
  from?: string
  to?: string
  name?: string
  reason?: string
  slots?: readonly Slot[]
}

/** The days, the times unless all are affected, the name and the reason. */
const closureLines = ({ slots = [], name, reason, ...days }: Closure) => ({
  lines: [
    describeDays(days),
    slots.length < slotsBetween(currentSettings(), days).length
      ? slots.map((slot) => formatSlot(slotLabel(slot))).join(', ')
      : undefined,
    name,
  ],
  comment: reason,
})

/** Each setting before and after; only the name for long values and in older rows. */
const settingLines = (names: readonly string[], changes: readonly SettingChange[]) => {
  const shown = changes.filter(({ name }) => names.includes(name))
  return [
    ...shown
      // The service days follow from the opening hours.
      .filter(({ name }) => name !== 'serviceDays' || !names.includes('weeklyHours'))
      .map(({ name, from, to }) =>
        t('{what}: {from} → {to}', {
          what: nameSettings([name]),
          from: describeSettingValue(name, from),
          to: describeSettingValue(name, to),
        }),
      ),
    nameSettings(names.filter((name) => !shown.some((one) => one.name === name))),
  ]
}
