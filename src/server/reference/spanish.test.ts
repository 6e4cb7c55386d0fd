import { expect, test } from 'vitest'
import { demoBusiness, demoSpanish } from '#server/demo/business.ts'
import { settingsTable } from '#shared/rules/settings-table.ts'
import { firstInspectionTemplate as inspection } from './inspection-template.ts'
import { firstPackages } from './packages.ts'
import { firstProducts } from './products.ts'
import { firstSpanish } from './spanish.ts'

const addons = firstProducts.filter(
  ({ category }) => category === 'addon' || category === 'service',
)

test.each([
  ...firstPackages.flatMap(({ name, description, features }) => [name, description, ...features]),
  ...addons.map(({ name }) => name),
  inspection.name,
  ...inspection.groups.flatMap(({ title, items }) => [
    title,
    ...items.flatMap(({ label, watchAdvice, failAdvice }) =>
      [label, watchAdvice, failAdvice].filter(Boolean),
    ),
  ]),
  ...(demoBusiness.claims ?? []),
  settingsTable.tagline.default,
])('"%s" has Spanish', (english) => {
  expect({ ...firstSpanish, ...demoSpanish }[english]).toMatch(/\S/)
})
