import { expect, test } from 'vitest'
import { collectFrom } from './collect-texts.ts'

function collect(source: string) {
  const found = { texts: new Set<string>(), plurals: new Set<string>() }
  collectFrom('screen.tsx', source, found)
  return found
}

test('finds texts in every kind of expression', () => {
  const { texts, plurals } = collect(`
    import { t, plural as many, text } from '#shared/texts/t.ts'
    const label = { done: text('Done') } as const
    // t('In a comment')
    export const A = () => (
      <p title={t('Title')}>
        {t(late ? "You're late" : \`On time\`)} {t('Book {vehicle}', { vehicle: t('car') })}
        {many(n, { one: '{count} car', other: '{count} cars' })} {"t('In a string')"}
      </p>
    )
  `)
  expect([...texts]).toEqual(['Done', 'Title', "You're late", 'On time', 'Book {vehicle}', 'car'])
  expect([...plurals]).toEqual(['{count} cars'])
})

test('ignores a t from another module', () => {
  expect(collect(`import { t } from 'tiny'; t('Not ours')`).texts.size).toBe(0)
  expect(collect(`const t = (x) => x; t('Local')`).texts.size).toBe(0)
})

test('lists both meanings of a word', () => {
  const source = `import { t, text } from './t.ts'; t('state|Open'); text('action|Open')`
  expect([...collect(source).texts]).toEqual(['state|Open', 'action|Open'])
})

test('refuses an unknown context', () => {
  const source = `import { t } from './t.ts'; t('door|Open')`
  expect(() => collect(source)).toThrow("screen.tsx: 'door|Open' has an unknown context")
})

test('refuses a plural whose forms it cannot see', () => {
  const source = `import { plural } from './t.ts'; plural(n, words)`
  expect(() => collect(source)).toThrow('screen.tsx: write the forms into plural(n, words)')
})

test('names the file that does not parse', () => {
  expect(() => collect('const = 1')).toThrow(/screen\.tsx/)
})
