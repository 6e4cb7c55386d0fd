import { beforeEach, expect, test } from 'vitest'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Engine, EngineImport } from '#shared/contract/engines.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  await loadReferenceData()
  admin = await app.as('admin')
})

const send = (lines: string | readonly string[], query: Record<string, string> = {}) =>
  admin.call('POST /api/admin/engines/import', {
    query,
    bytes: Buffer.from(typeof lines === 'string' ? lines : lines.join('\n')),
    headers: { 'content-type': 'text/csv' },
  })
const engine = async (search: string): Promise<Engine> => {
  const { body } = await admin.call('GET /api/admin/engines', { query: { search } })
  return body[0]
}
const template = async (): Promise<string> =>
  (await admin.call('GET /api/admin/engines/import/template')).text

const header =
  'Make,Model,Years,Engine,Filters,Drain plug torque (ft-lb),Drain plug washer,Oil light reset'
const solara = 'Toyota,Camry/Solara,1997-2001,2.2L I4 5S-FE'

test('the filled-in template is previewed, imported once, and imported again without a change', async () => {
  const lines = (await template()).trim().split('\r\n')
  expect(lines).toHaveLength(185)
  expect(lines[0]).toBe(header)
  const at = lines.findIndex((line) => line.startsWith(solara))
  expect(lines[at]).toBe(`${solara},,,,`)
  lines[at] = `${solara},Fram PH4967; Wix 51394,27.5 ft-lb,"M12, aluminum",Hold the trip button`
  const preview = await send(lines, { dryRun: '1' })
  const expected: Partial<EngineImport> = {
    rows: 184,
    changed: 1,
    unchanged: 183,
    problems: [],
    changes: [
      {
        row: at + 1,
        engine: 'Toyota Camry/Solara, 2.2L I4 5S-FE, 1997-2001',
        changes: [
          { field: 'filters', label: 'Filters', from: null, to: 'Fram PH4967, Wix 51394' },
          {
            field: 'drainPlugTorque',
            label: 'Torque of the drain plug',
            from: null,
            to: '27.5',
          },
          {
            field: 'drainPlugWasher',
            label: 'Washer of the drain plug',
            from: null,
            to: 'M12, aluminum',
          },
          {
            field: 'oilReset',
            label: 'Resetting the oil light',
            from: null,
            to: 'Hold the trip button',
          },
        ],
      },
    ],
  }
  expect(preview.body).toEqual(expected)
  const before = await engine('solara 1998')
  expect(before).toMatchObject({ filters: [], version: 1 })

  expect((await send(lines)).body).toEqual(expected)
  const after = await engine('solara 1998')
  expect(after).toEqual({
    ...before,
    filters: ['Fram PH4967', 'Wix 51394'],
    drainPlugTorque: 27.5,
    drainPlugWasher: 'M12, aluminum',
    oilReset: 'Hold the trip button',
    version: 2,
  })
  // Neither the same file nor the new template changes anything.
  for (const again of [lines.join('\n'), await template()])
    expect((await send(again)).body).toMatchObject({ changed: 0, unchanged: 184, problems: [] })
  expect(await engine('solara 1998')).toEqual(after)
})

test('empty cells change nothing; columns may be missing, in Spanish and in any order', async () => {
  await send([header, `${solara},Fram PH4967,27,M12,Hold the trip button`])
  const { body } = await send(
    'Motor;Marca;Modelo;Filtro;Filtro;Notes\n2.2L I4 5S-FE;TOYOTA;camry / solara;Wix 51394;Fram PH4967;new',
  )
  expect(body).toMatchObject({ rows: 1, changed: 1, problems: [] })
  expect(await engine('solara 1998')).toMatchObject({
    filters: ['Wix 51394', 'Fram PH4967'],
    drainPlugTorque: 27,
    drainPlugWasher: 'M12',
    oilReset: 'Hold the trip button',
  })
})

test('rows and cells with problems are named and left out; the rest is imported', async () => {
  const { body } = await send([
    header,
    'Toyota,Century,1997,5.0L V12,Fram PH1,,,',
    `Toyota,Camry/Solara,2002,2.2L I4 5S-FE,Fram PH1,,,`,
    `${solara},Fram PH4967,37 Nm,M12,${'x'.repeat(1001)}`,
    `${solara},Wix 51394,,,`,
    `Toyota,Camry,2002-2006,2.4L I4 2AZ-FE,4111 1111 1111 1111,300,,`,
  ])
  expect(body.changed).toBe(1)
  expect(body.problems).toEqual([
    {
      kind: 'row',
      row: 2,
      column: '',
      message:
        'This engine is not in your list. Please write it as the template does, or add it first.',
    },
    {
      kind: 'row',
      row: 3,
      column: '',
      message: 'This engine is in your list for other years: 1997-2001.',
    },
    {
      kind: 'cell',
      row: 4,
      column: 'Drain plug torque (ft-lb)',
      message: 'Please enter foot-pounds from 1 to 200',
    },
    { kind: 'cell', row: 4, column: 'Oil light reset', message: expect.stringMatching(/1,?000/) },
    { kind: 'row', row: 5, column: '', message: 'Row 4 is about the same engine.' },
    {
      kind: 'cell',
      row: 6,
      column: 'Filters',
      message: 'This looks like a card number and was not read.',
    },
    {
      kind: 'cell',
      row: 6,
      column: 'Drain plug torque (ft-lb)',
      message: 'Please enter foot-pounds from 1 to 200',
    },
  ])
  expect(await engine('solara 1998')).toMatchObject({
    filters: ['Fram PH4967'],
    drainPlugTorque: null,
    drainPlugWasher: 'M12',
    oilReset: '',
  })
})

test('a name shared by several engines needs the years', async () => {
  const body = {
    make: 'Toyota',
    model: 'Camry/Solara',
    yearFrom: 2010,
    yearTo: 2011,
    engine: '2.2L I4 5S-FE',
    quarts: 4,
    oilType: 'conventional',
    source: 'Measured',
  }
  await admin.call('POST /api/admin/engines', { body })
  const refused = await send(['Make,Model,Engine,Filters', 'Toyota,Camry/Solara,2.2L I4 5S-FE,X 1'])
  expect(refused.body).toMatchObject({
    changed: 0,
    problems: [
      {
        row: 2,
        message: 'Several engines have this name. Please add the years: 1997-2001, 2010-2011.',
      },
    ],
  })
})

test.each([
  [
    'Make,Model,Filters\nToyota,Camry,X',
    'The file needs the columns Engine. Please start from the template.',
  ],
  ['Make,Model,Engine\nToyota,Camry,X', /none of the columns Filters, Drain plug torque/],
  ['Make,Model,Engine,Filters', 'The file has column names but no rows.'],
  ['', 'The file is empty.'],
])('a file that cannot be imported is refused: %j', async (lines, message) => {
  const answer = await send(lines)
  expect([answer.status, answer.body.message]).toEqual([
    400,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})

test('an imported fact is in the history of its engine', async () => {
  await send([header, `${solara},Fram PH4967,,,`])
  const { id } = await engine('solara 1998')
  const { body } = await admin.call('GET /api/admin/engines/{id}', { params: { id } })
  expect(body.history).toMatchObject([{ changes: [{ field: 'filters', to: 'Fram PH4967' }] }])
})
