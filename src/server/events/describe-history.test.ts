import { expect, test } from 'vitest'
import { jobHistory } from '#shared/contract/job-history.ts'
import { consequencesOf, eventNames } from './consequences.ts'
import { describeHistory } from './describe-history.ts'

const recorded = eventNames.filter((event) => consequencesOf(event).history)

test.each(recorded)('%s has a description, even without its data', (event) => {
  const { title, lines = [] } = describeHistory(event, {}, () => '')
  expect(title).toMatch(/^\p{Lu}/u)
  expect(title).not.toBe(event)
  expect(lines.join()).not.toMatch(/undefined|NaN|null|\{/)
})

test('events that update screens also update the history', () => {
  const { shows } = jobHistory['GET /api/jobs/{id}/history']
  const missed = recorded.filter((event) => {
    const { changes } = consequencesOf(event)
    return changes.length > 0 && !changes.some((thing) => shows.some((one) => one === thing))
  })
  expect(missed).toEqual([])
})

test.each([
  ['other', 'Paid in cash by mistake', []],
  ['other', '', ['Reason: Adjustment']],
  ['discount_applied', '', ['Reason: Discount']],
])('a refund with the reason %s and the text %o reads %o', (reason, words, lines) => {
  const told = describeHistory('refund_decided', { cents: 500, reason, words }, () => '')
  expect(told.lines?.filter(Boolean)).toEqual(lines)
  expect(told.comment).toBe(words)
})
