import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { invoiceStates } from '../rules/invoices.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { agingColumns, periodPattern, statementLineKinds } from '../rules/statements.ts'
import { csv, endpoints, pdf } from './endpoint.ts'
import {
  calendarDate,
  localDate,
  money,
  optionalText,
  paidAmount,
  requiredLine,
  uuid,
} from './fields.ts'

const period = z
  .string(text('Please choose a month'))
  .check(z.maxLength(7), z.regex(periodPattern, text('Please choose a month')))

const listed = {
  id: uuid(),
  number: z.string(),
  period,
  issuedOn: calendarDate,
  dueOn: calendarDate,
  total: money,
  paid: money,
  open: money,
  state: z.enum(invoiceStates),
  /** Days overdue; 0 if not. */
  overdueDays: z.number(),
}
export const ListedStatement = z.object(listed)
export type ListedStatement = z.infer<typeof ListedStatement>

export const Statement = z.object({
  ...listed,
  salesTax: money,
  lines: z.array(
    z.object({
      kind: z.enum(statementLineKinds),
      jobId: uuid(),
      visit: z.string(),
      date: calendarDate,
      unit: z.string(),
      car: z.string(),
      plate: z.string(),
      poNumber: z.string(),
      service: z.string(),
      amount: money,
    }),
  ),
  payments: z.array(
    z.object({
      id: uuid(),
      method: z.enum(recordedMethods),
      amount: money,
      reference: z.string(),
      receivedOn: calendarDate,
      /** The reason; null if it counts. */
      takenBack: z.nullable(z.string()),
    }),
  ),
})
export type Statement = z.infer<typeof Statement>

export const Aging = z.object({
  columns: z.array(z.object({ column: z.enum(agingColumns), amount: money })),
  open: money,
  /** Visits that are over and on no statement yet. */
  unbilled: money,
})
export type Aging = z.infer<typeof Aging>

const spent = { unit: z.string(), car: z.string(), visits: z.number(), amount: money }
export const Spend = z.object({
  /** The last twelve, oldest first. */
  months: z.array(z.object({ period, amount: money })),
  cars: z.array(z.object(spent)),
  rows: z.array(z.object({ period, ...spent })),
})
export type Spend = z.infer<typeof Spend>

export const ClosingForm = z.strictObject({ period })

export const StatementPaymentForm = z.strictObject({
  amount: paidAmount,
  method: z.enum(recordedMethods, text('Please choose how it was paid')),
  reference: optionalText(60),
  receivedOn: localDate(text('Please select a date')),
})

const link = z.strictObject({
  token: z
    .string()
    .check(z.minLength(20), z.maxLength(200), z.regex(/^[\w-]+$/, text('Unknown id'))),
})

const member = ['customer', 'admin'] as const
const shows = ['companies', 'payments'] as const
const changes = ['companies', 'payments', 'jobs', 'customers'] as const

export const statements = endpoints(
  {
    'GET /api/companies/{id}/statements': {
      summary: 'Statements of a company, newest first, and what it owes by how late it is',
      allow: member,
      shows,
      response: z.object({ statements: z.array(ListedStatement), aging: Aging }),
      errors: [404],
    },
    'GET /api/companies/{id}/spend': {
      reads: 'much',
      summary: 'What the visits of the last twelve months cost, by month and car',
      allow: member,
      shows: ['companies', 'payments', 'jobs'],
      response: Spend,
      errors: [404],
    },
    'GET /api/companies/{id}/spend.csv': {
      reads: 'much',
      summary: 'The same as CSV',
      allow: member,
      shows: ['companies', 'payments', 'jobs'],
      response: csv,
      errors: [404],
    },
    'POST /api/companies/{id}/statements': {
      summary:
        "Close a month: one statement however often it is called. 409 has details.reason 'too_early' or 'nothing'",
      allow: ['admin'],
      changes,
      body: ClosingForm,
      response: Statement,
      status: 201,
      errors: [404, 409],
      idempotent: 'in transaction',
    },
    'GET /api/companies/{id}/statements/{statementId}': {
      summary: 'A statement with its lines and payments',
      allow: member,
      shows,
      response: Statement,
      errors: [404],
    },
    'GET /api/companies/{id}/statements/{statementId}/statement.pdf': {
      summary: 'A statement as PDF',
      allow: member,
      shows,
      response: pdf,
      errors: [404],
    },
    'GET /api/companies/{id}/statements/{statementId}/statement.csv': {
      summary: 'The lines of a statement as CSV',
      allow: member,
      shows,
      response: csv,
      errors: [404],
    },
    'GET /api/statements/{token}': {
      summary: 'A statement, by the link in its mail',
      allow: ['public'],
      shows,
      params: link,
      response: Statement,
      errors: [404],
    },
    'GET /api/statements/{token}/statement.pdf': {
      summary: 'The same as PDF',
      allow: ['public'],
      shows,
      params: link,
      response: pdf,
      errors: [404],
    },
    'POST /api/companies/{id}/statements/{statementId}/payments': {
      summary:
        "Record a payment, distributed over the visits of the statement, the oldest first. 409 has details.reason 'more_than_due'",
      allow: ['admin'],
      changes,
      body: StatementPaymentForm,
      response: Statement,
      status: 201,
      errors: [404, 409],
      idempotent: 'in transaction',
    },
    'DELETE /api/companies/{id}/statements/{statementId}/payments/{paymentId}': {
      summary: 'Take back a recorded payment with all its parts',
      allow: ['admin'],
      changes,
      body: z.strictObject({ reason: requiredLine(text('Please give a reason'), 200) }),
      response: Statement,
      errors: [404, 409],
    },
  },
  'companies',
)
