import type { Page } from '@playwright/test'
import { press } from './actions.ts'
import { expect } from './server.ts'
import { downloadFrom } from './steps.ts'

/** A file of two hundred customers and their cars, three of them without a deliverable e-mail address. */
export function customerList(where: string, phoneOf: (n: number) => string = () => '') {
  const rows = Array.from({ length: 200 }, (_, n) => {
    const email = n % 70 === 9 ? 'nobody' : `${where}${n}@visitors.test`
    return `Person${n};Miller;${email};${phoneOf(n)};78701;2018;Honda;Civic;${where.toUpperCase()}${n}`
  })
  const head = 'First name;Last name;Email;Phone;ZIP;Year;Make;Model;Plate'
  const buffer = Buffer.from([head, ...rows].join('\r\n'))
  return { name: `${where}.csv`, mimeType: 'text/csv', buffer }
}

/** Downloads everything as one archive. */
export async function exportEverything(page: Page): Promise<void> {
  const { bytes } = await downloadFrom(page, () => press(page, 'Export all data'))
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('people.csv')).toBe(true)
}
