import { text } from '../texts/t.ts'
import { parseAddress } from './address.ts'
import type { TaxMode } from './sales-tax.ts'

/**
 * What a state's sales tax applies to in an oil change: a starting value for an operator to check with an accountant, not
 * advice. The source is a statute, a rule or a publication; its date, or the year its text was read.
 */
type StartingTaxMode = { mode: TaxMode; fact: string; source: string; date: string }

const facts = {
  everything: text('Car repairs are taxed, parts and labor.'),
  withParts: text('A repair with parts is taxed as a whole, labor included.'),
  receipts: text('The tax applies to what a business receives, parts and labor alike.'),
  apart: text('Labor is not taxed where the invoice states it apart from the parts.'),
  lumpSum: text('A single price for parts and labor is not taxed; parts stated apart are.'),
  none: text('There is no statewide sales tax.'),
  local: text('There is no statewide sales tax; cities and boroughs may have one.'),
} as const

const row = (
  mode: TaxMode,
  fact: keyof typeof facts,
  source: string,
  date: string,
): StartingTaxMode => ({ mode, fact: facts[fact], source, date })

const withoutSalesTax = 'Avalara, Sales tax on services by state'

/** Only states whose source is known; others have no starting value. */
export const startingTaxModes: Readonly<Record<string, StartingTaxMode>> = {
  AK: row('none', 'local', withoutSalesTax, '2026'),
  AR: row('everything', 'everything', 'Arkansas Gross Receipts Tax Rule GR-9', '2026'),
  AZ: row('parts', 'apart', 'A.R.S. § 42-5061(A)(2)', '2024'),
  CA: row('parts', 'apart', 'CDTFA, Tax Guide for Auto Repair Garages', '2026'),
  CO: row('parts', 'apart', 'Colorado Department of Revenue, FYI Sales 52', '2026'),
  CT: row('everything', 'everything', 'Conn. Agencies Regs. § 12-407(2)(i)(M)-1', '2024'),
  DE: row('none', 'none', withoutSalesTax, '2026'),
  FL: row('everything', 'withParts', 'Fla. Admin. Code 12A-1.006', '2021'),
  GA: row('parts', 'apart', 'Ga. Comp. R. & Regs. 560-12-2-.88', '2024'),
  HI: row('everything', 'receipts', 'HRS § 237-13', '2024'),
  IA: row('everything', 'everything', 'Iowa Admin. Code 701-218.2', '2024'),
  ID: row('parts', 'apart', 'IDAPA 35.01.02.062', '2022'),
  KS: row('everything', 'everything', 'K.S.A. 79-3603(q)', '2024'),
  KY: row('everything', 'withParts', 'Kentucky Department of Revenue, Labor Charges FAQs', '2018'),
  MA: row('parts', 'apart', '830 CMR 64H.1.1', '2024'),
  MD: row('none', 'lumpSum', 'COMAR 03.06.01.03', '2026'),
  ME: row('parts', 'apart', '36 M.R.S. § 1752(14)', '2024'),
  MN: row('parts', 'apart', 'Minnesota Department of Revenue, Motor Vehicle Repair Guide', '2017'),
  MO: row('parts', 'apart', '12 CSR 10-103.600', '2024'),
  MS: row('everything', 'everything', 'Miss. Code § 27-65-23', '2024'),
  MT: row('none', 'none', withoutSalesTax, '2026'),
  NC: row('everything', 'everything', 'N.C. Gen. Stat. § 105-164.4(a)(16)', '2016'),
  NH: row('none', 'none', withoutSalesTax, '2026'),
  NJ: row('everything', 'everything', 'N.J.A.C. 18:24-7.12', '2024'),
  NM: row('everything', 'receipts', 'NMSA § 7-9-4', '2024'),
  NY: row('everything', 'everything', 'New York Tax Bulletin ST-40', '2012'),
  OH: row('everything', 'everything', 'Ohio Department of Taxation, Auto Repair', '2026'),
  OK: row('none', 'lumpSum', 'Okla. Admin. Code 710:65-19-11', '2024'),
  OR: row('none', 'none', withoutSalesTax, '2026'),
  PA: row('everything', 'everything', '61 Pa. Code § 31.5', '2024'),
  SC: row('parts', 'apart', 'S.C. Code Regs. 117-306.2', '2024'),
  SD: row('everything', 'everything', 'SDCL § 10-45-4', '2024'),
  TN: row('everything', 'everything', 'Tennessee Department of Revenue, Is labor taxed?', '2026'),
  TX: row('none', 'lumpSum', 'Texas Tax Publication 94-113', '2003'),
  UT: row('everything', 'everything', 'Utah Code § 59-12-103(1)(g)', '2024'),
  VA: row('parts', 'apart', 'Virginia Tax Commissioner, Ruling 21-92', '2021'),
  WA: row(
    'everything',
    'everything',
    'Washington Department of Revenue, Auto Dealers: Repairs',
    '2026',
  ),
  WI: row('everything', 'everything', 'Wis. Stat. § 77.52(2)(a)10', '2024'),
  WV: row('everything', 'everything', 'W. Va. Code § 11-15-8', '2024'),
  WY: row('everything', 'everything', 'Wyo. Stat. § 39-15-103(a)(i)(J)', '2024'),
}

/** The state most active core spots are in; null if no address names one. */
export function stateOfMostSpots(
  spots: readonly { address: string; isActive: boolean }[],
): string | null {
  const counts = new Map<string, number>()
  for (const { address, isActive } of spots) {
    const { state } = parseAddress(address)
    if (state && isActive) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}
