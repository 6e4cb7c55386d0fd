import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Finding, mergeFindings } from './inspections.ts'

const finding = (itemId: string, more: Partial<Finding> = {}): Finding => ({
  itemId,
  result: 'ok',
  photoIds: [],
  ...more,
})
const fail = (itemId: string) => finding(itemId, { result: 'fail' })

test.each<[string, Partial<Parameters<typeof mergeFindings>[0]>, Finding[], Finding[]]>([
  ['first findings', { made: [finding('a')] }, [finding('a')], []],
  [
    'items of two devices',
    { saved: [finding('a')], made: [fail('b')], isLater: false },
    [finding('a'), fail('b')],
    [],
  ],
  [
    'an item of both, made later',
    { saved: [finding('a')], made: [fail('a')], isLater: true },
    [fail('a')],
    [],
  ],
  [
    'an item of both, made earlier',
    { saved: [finding('a')], made: [fail('a')], isLater: false },
    [finding('a')],
    [fail('a')],
  ],
  [
    'the same on both, made earlier',
    { saved: [fail('a')], made: [fail('a')], isLater: false },
    [fail('a')],
    [],
  ],
  [
    'a correction made earlier than another item was saved',
    { saved: [finding('a'), fail('b')], seen: [finding('a')], made: [fail('a')], isLater: false },
    [fail('a'), fail('b')],
    [],
  ],
  [
    'one taken back',
    { saved: [fail('a'), fail('b')], seen: [fail('a'), fail('b')], made: [fail('b')] },
    [fail('b')],
    [],
  ],
  [
    'photos of both, and one taken away',
    {
      saved: [finding('a', { photoIds: ['1', '2', '3'] })],
      seen: [finding('a', { photoIds: ['1', '2'] })],
      made: [finding('a', { photoIds: ['2', '4'] })],
    },
    [finding('a', { photoIds: ['2', '3', '4'] })],
    [],
  ],
])('%s', (_, merging, findings, late) => {
  const merged = mergeFindings({ saved: [], seen: [], made: [], isLater: true, ...merging })
  expect(merged).toEqual({ findings, late })
})

const someFindings = fc.uniqueArray(
  fc.record({
    itemId: fc.constantFrom('a', 'b', 'c'),
    result: fc.constantFrom('ok' as const, 'watch' as const, 'fail' as const),
    photoIds: fc.uniqueArray(fc.constantFrom('1', '2', '3')),
  }),
  { selector: ({ itemId }) => itemId },
)

test('repeating a change does nothing, and an empty change keeps the saved findings', () => {
  fc.assert(
    fc.property(
      someFindings,
      someFindings,
      someFindings,
      fc.boolean(),
      (saved, seen, made, isLater) => {
        const once = mergeFindings({ saved, seen, made, isLater }).findings
        expect(mergeFindings({ saved: once, seen, made, isLater }).findings).toEqual(once)
        expect(mergeFindings({ saved, seen, made: seen, isLater }).findings).toEqual(saved)
      },
    ),
  )
})
