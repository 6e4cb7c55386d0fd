import { csvText, decimalCell } from '#server/http/csv.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { companyFor } from '#server/reads/companies.ts'
import type { statements } from '#shared/contract/statements.ts'
import { maySeeAmounts } from '#shared/rules/companies.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { statementLineLabels } from '#shared/rules/statements.ts'
import { t, translate } from '#shared/texts/t.ts'
import { closeStatement } from './actions/close-statement.ts'
import { payStatement, takeBackStatementPayment } from './actions/statement-payments.ts'
import {
  agingOf,
  linkedStatement,
  statementById,
  statementFor,
  statementsOf,
} from './queries/statements.ts'
import { spendOf } from './queries/spend.ts'
import { statementOfLink } from './statement-link.ts'

const billed = async (person: Person, id: string) =>
  (await companyFor(person, id, maySeeAmounts)).company

export const statementRoutes = {
  'GET /api/companies/{id}/statements': async ({ person, params }) => {
    const company = await billed(person, params.id)
    return { statements: await statementsOf(company), aging: await agingOf(company) }
  },

  'GET /api/companies/{id}/spend': async ({ person, params }) =>
    spendOf(await billed(person, params.id)),

  'GET /api/companies/{id}/spend.csv': async ({ person, params }) => {
    const { rows } = await spendOf(await billed(person, params.id))
    const header = [t('Month'), t('Unit'), t('Car'), t('Visits'), t('Amount (USD)')]
    const cells = rows.map(({ period, unit, car, visits, amount }) => [
      period,
      unit,
      car,
      visits,
      decimalCell(amount),
    ])
    return { file: 'csv', name: 'spend.csv', text: csvText(header, cells) }
  },

  'POST /api/companies/{id}/statements': async ({ person, params, body }) => {
    const company = await billed(person, params.id)
    return statementFor(company, await closeStatement(person.id, company.id, body.period))
  },

  'GET /api/companies/{id}/statements/{statementId}': async ({ person, params }) =>
    statementFor(await billed(person, params.id), params.statementId),

  'GET /api/companies/{id}/statements/{statementId}/statement.pdf': async ({ person, params }) => {
    const { number, pdf } = await statementById(await billed(person, params.id), params.statementId)
    return { file: 'pdf', name: `statement-${number}.pdf`, bytes: pdf }
  },

  'GET /api/companies/{id}/statements/{statementId}/statement.csv': async ({ person, params }) => {
    const company = await billed(person, params.id)
    const { number, document } = await statementById(company, params.statementId)
    const header = [
      t('Statement'),
      t('Date'),
      t('Visit'),
      t('Unit'),
      t('Car'),
      t('Plate'),
      t('PO number'),
      t('Service'),
      t('Kind'),
      t('Amount (USD)'),
    ]
    const rows = document.lines.map((line) => [
      number,
      line.date,
      line.visit,
      line.unit,
      line.car,
      line.plate,
      line.poNumber,
      line.service,
      line.kind === 'visit' ? t('Visit') : translate(statementLineLabels[line.kind]),
      decimalCell(line.amount),
    ])
    return { file: 'csv', name: `statement-${number}.csv`, text: csvText(header, rows) }
  },

  'GET /api/statements/{token}': async ({ params }) => {
    const { company, id } = await linkedStatement(await statementOfLink(params.token))
    return statementFor(company, id)
  },

  'GET /api/statements/{token}/statement.pdf': async ({ params }) => {
    const { number, pdf } = await linkedStatement(await statementOfLink(params.token))
    return { file: 'pdf', name: `statement-${number}.pdf`, bytes: pdf }
  },

  'POST /api/companies/{id}/statements/{statementId}/payments': async ({
    person,
    params,
    body,
  }) => {
    const company = await billed(person, params.id)
    const { amount, ...received } = body
    const cents = centsFromDecimal(amount) ?? 0
    await payStatement(person, company, params.statementId, { ...received, cents })
    return statementFor(company, params.statementId)
  },

  'DELETE /api/companies/{id}/statements/{statementId}/payments/{paymentId}': async ({
    person,
    params,
    body,
  }) => {
    const company = await billed(person, params.id)
    await takeBackStatementPayment(person, company, params, body.reason)
    return statementFor(company, params.statementId)
  },
} satisfies HandlersOf<typeof statements>
