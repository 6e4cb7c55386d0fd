import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { guardNavigation } from '#client/app/navigation-guard.ts'
import { refreshThings } from '#client/app/queries.ts'
import { aTechnician } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, type Asked, refusal } from '#client/testing/test-server.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { ListTable, type ListColumn, useList } from './list-table.tsx'

const route = 'GET /api/admin/technicians'
const open = vi.fn<(row: Technician) => void>()

const columns: ListColumn<typeof route>[] = [
  {
    key: 'name',
    header: 'Name',
    main: true,
    sortBy: ({ firstName }) => firstName,
    cell: (row) => row.firstName,
  },
  { key: 'jobs', header: 'Jobs', sortBy: (row) => row.jobsToday, cell: (row) => row.jobsToday },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
]

function Technicians({ pageSize = 3 }: { pageSize?: number }) {
  const list = useList(route, { columns, pageSize })
  return (
    <ListTable
      list={list}
      caption="Technicians"
      failed="The technicians could not be loaded"
      search="Search technicians"
      onOpen={open}
      empty={<EmptyState title="No technicians yet" />}
    />
  )
}

const people = ['Cleo', 'Ann', 'Eve', 'Ben', 'Dan'].map((firstName, n) =>
  aTechnician({ firstName, jobsToday: n }),
)

/** Sorts by name only, searches and pages as the server does. */
function answerPage({ query }: Asked<typeof route>, of: Technician[] = people) {
  const found = of.filter(({ firstName }) =>
    firstName.toLowerCase().includes((query.search ?? '').toLowerCase()),
  )
  const byName = found.toSorted((a, b) => a.firstName.localeCompare(b.firstName))
  const sorted = query.sort ? (query.sort === '-name' ? byName.toReversed() : byName) : found
  const from = Number(query.cursor ?? 0)
  const to = from + Number(query.limit)
  return {
    list: sorted.slice(from, to),
    total: sorted.length,
    ...(to < sorted.length && { next: String(to) }),
  }
}

async function show(answers: Answers = {}, { at = '/technicians', pageSize = 3 } = {}) {
  open.mockReset()
  const { server } = await showPage(<Technicians pageSize={pageSize} />, {
    at,
    answers: { [route]: (asked: Asked<typeof route>) => answerPage(asked), ...answers },
  })
  // Strict mode renders twice, so repeated queries are dropped.
  const queries = () =>
    server
      .asked(route)
      .map(({ query }) => query)
      .filter((query, n, all) => JSON.stringify(query) !== JSON.stringify(all[n - 1]))
  return { server, queries }
}

const rows = () => page.getByRole('row', { name: /^(Ann|Ben|Cleo|Dan|Eve)/ })
const names = () =>
  rows()
    .elements()
    .map((row) => /^[A-Z][a-z]+/.exec(row.textContent)?.[0].replace(/(Jobs|Name)$/, ''))
const expectNames = (...wanted: string[]) => expect.poll(names).toEqual(wanted)
const box = () => page.getByRole('searchbox', { name: 'Search technicians' })
const count = (words: string) => page.getByRole('status').filter({ hasText: words })
const header = (name: string) => page.getByRole('columnheader', { name })

const wide = () => page.viewport(1280, 800)
const phone = () => page.viewport(390, 844)

test("while loading, placeholders have the rows' height, so nothing jumps", async () => {
  await wide()
  let go = () => {}
  const wait = new Promise<void>((resolve) => (go = resolve))
  await show({
    [route]: async (asked: Asked<typeof route>) => {
      await wait
      return answerPage(asked)
    },
  })
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  const heightOf = () => document.querySelector('tbody tr')?.getBoundingClientRect().height
  const before = heightOf()
  go()
  await expectNames('Cleo', 'Ann', 'Eve')
  expect(heightOf()).toBe(before)
})

test('an empty list shows a message', async () => {
  await show({ [route]: { list: [], total: 0 } })
  await expect.element(page.getByText('No technicians yet')).toBeVisible()
})

test('a search without matches shows a message, and can be cleared', async () => {
  await show({}, { at: '/technicians?search=zz' })
  await expect.element(page.getByText('No matches for “zz”')).toBeVisible()
  await expect.element(count('0 matches')).toBeInTheDocument()
  expect(page.getByText('No technicians yet').elements()).toEqual([])
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expectNames('Cleo', 'Ann', 'Eve')
  await expect.element(box()).toHaveValue('')
  await expect.element(box()).toHaveFocus()
  expect(location.search).toBe('')
})

test('a failed load can be retried', async () => {
  const { server } = await show({ [route]: refusal('unavailable', 'The server is resting.') })
  await expect.element(page.getByText('The server is resting.')).toBeVisible()
  server.answer({ [route]: (asked: Asked<typeof route>) => answerPage(asked) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNames('Cleo', 'Ann', 'Eve')
})

test('rows stay unchanged when a refetch fails', async () => {
  const { server } = await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  server.answer({ [route]: refusal('unavailable', 'The server is resting.') })
  const before = server.asked(route).length
  refreshThings(['technicians'])
  await expect.poll(() => server.asked(route).length).toBeGreaterThan(before)
  await expectNames('Cleo', 'Ann', 'Eve')
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

test('only the failed page is requested again', async () => {
  const { server, queries } = await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  server.answer({ [route]: refusal('unavailable', 'The server is resting.') })
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(names()).toEqual(['Cleo', 'Ann', 'Eve'])
  server.answer({ [route]: (asked: Asked<typeof route>) => answerPage(asked) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNames('Cleo', 'Ann', 'Eve', 'Ben', 'Dan')
  expect(queries().map(({ cursor }) => cursor)).toEqual([undefined, '3'])
})

test('it shows the number of rows and loads the next page', async () => {
  await show()
  await expect.element(count('3 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expectNames('Cleo', 'Ann', 'Eve', 'Ben', 'Dan')
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('it shows where counting stopped', async () => {
  const capped = { list: people.slice(0, 3), total: 10_000, capped: true, next: '3' }
  await show({ [route]: capped })
  await expect.element(count('3 of more than 10,000')).toBeVisible()
})

test('with more pages a header sorts on the server: ascending, descending and off', async () => {
  await wide()
  const { queries } = await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  await header('Name').getByRole('button').click()
  await expectNames('Ann', 'Ben', 'Cleo')
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(location.search).toBe('?sort=name')
  await header('Name').getByRole('button').click()
  await expectNames('Eve', 'Dan', 'Cleo')
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending')
  await header('Name').getByRole('button').click()
  await expectNames('Cleo', 'Ann', 'Eve')
  await expect.element(header('Name')).not.toHaveAttribute('aria-sort')
  expect(queries().map(({ sort }) => sort)).toEqual([undefined, 'name', '-name'])
})

test('a complete list is sorted without the server', async () => {
  await wide()
  const { queries } = await show({}, { pageSize: 10 })
  await expectNames('Cleo', 'Ann', 'Eve', 'Ben', 'Dan')
  await header('Jobs').getByRole('button').click()
  await header('Jobs').getByRole('button').click()
  await expectNames('Dan', 'Ben', 'Eve', 'Ann', 'Cleo')
  expect(queries()).toHaveLength(1)
})

test('search waits for a pause, is in the address and follows it', async () => {
  const { queries } = await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  await userEvent.click(box())
  await userEvent.keyboard('an')
  await expectNames('Ann', 'Dan')
  await expect.element(count('2 matches')).toBeVisible()
  expect(location.search).toBe('?search=an')
  expect(queries().map(({ search }) => search)).toEqual([undefined, 'an'])
  history.pushState(null, '', '/technicians?search=eve')
  await expectNames('Eve')
  await expect.element(box()).toHaveValue('eve')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expectNames('Cleo', 'Ann', 'Eve')
})

test('a search added to the address does not count as leaving a form', async () => {
  await show()
  await userEvent.click(box())
  await userEvent.keyboard('an')
  const ask = vi.fn<() => void>()
  const stop = guardNavigation(ask)
  await expectNames('Ann', 'Dan')
  stop()
  expect(ask).not.toHaveBeenCalled()
})

test('search and order come from the address; an unknown order is ignored', async () => {
  const { queries } = await show({}, { at: '/technicians?search=n&sort=-name' })
  await expectNames('Dan', 'Ben', 'Ann')
  await expect.element(box()).toHaveValue('n')
  expect(queries()).toMatchObject([{ search: 'n', sort: '-name' }])
  history.pushState(null, '', '/technicians?sort=password')
  await expectNames('Cleo', 'Ann', 'Eve')
  expect(queries().every(({ sort }) => sort !== 'password')).toBe(true)
})

test('events keep the loaded pages', async () => {
  const { server } = await show()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expectNames('Cleo', 'Ann', 'Eve', 'Ben', 'Dan')
  const more = [aTechnician({ firstName: 'Ann' }), ...people]
  server.answer({ [route]: (asked: Asked<typeof route>) => answerPage(asked, more) })
  refreshThings(['technicians'])
  await expectNames('Ann', 'Cleo', 'Ann', 'Eve', 'Ben', 'Dan')
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
})

test('arrow keys move between rows, Enter opens, links still work as links', async () => {
  await wide()
  await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  row('Cleo').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(row('Eve')).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}')
  expect(open.mock.calls).toEqual([[people[1]]])
  await expect.element(row('Ann')).toHaveAttribute('tabindex', '0')
  await expect.element(row('Cleo')).toHaveAttribute('tabindex', '-1')
  await userEvent.keyboard('{End}')
  await expect.element(row('Eve')).toHaveFocus()
  await row('Cleo').getByRole('cell').first().click()
  expect(open).toHaveBeenCalledTimes(2)
})

test('on a phone rows are cards, sorted by a select', async () => {
  await phone()
  await show()
  await expectNames('Cleo', 'Ann', 'Eve')
  const [first, second] = rows().elements()
  expect(first?.getBoundingClientRect().width).toBeGreaterThan(340)
  expect(second?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    first?.getBoundingClientRect().bottom ?? 0,
  )
  await expect.element(header('Name').getByRole('button')).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Name, descending')
  await expectNames('Eve', 'Dan', 'Cleo')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
