import { expect, test } from 'vitest'
import { wording } from '../texts/t.ts'
import { askUs, describeReplyTime, missingBusinessDetails } from './reach.ts'
import { labelOfSetting } from '../contract/describe-setting.ts'
import { defaultSettings } from './settings.ts'

const [phone, email] = ['(512) 555-0100', 'hello@quick-oil.test']

test('a new business has its name and no invented facts', () => {
  expect(defaultSettings).toMatchObject({
    supportPhone: '',
    supportEmail: '',
    claims: [],
    replyHours: 0,
  })
  expect(missingBusinessDetails(defaultSettings)).toEqual(['phone', 'email'])
  expect(missingBusinessDetails({ supportPhone: phone, supportEmail: email })).toEqual([])
})

test.each([
  [phone, email, 'please call us at (512) 555-0100.', 'please write to hello@quick-oil.test.'],
  [phone, '', 'please call us at (512) 555-0100.', 'please call us at (512) 555-0100.'],
  ['', email, 'please write to hello@quick-oil.test.', 'please write to hello@quick-oil.test.'],
  ['', '', ...Array<string>(2).fill('please write to us on our contact page.')],
])(
  'with the phone %j and the e-mail %j customers are sent to the existing one',
  (a, b, call, write) => {
    const reach = { supportPhone: a, supportEmail: b }
    expect(wording(askUs('phone', reach))).toBe(call)
    expect(wording(askUs('email', reach))).toBe(write)
  },
)

test('the reply time is shown only if one is promised', () => {
  expect([0, 1, 24].map(describeReplyTime)).toEqual(['', '1 hour', '24 hours'])
})

test('every setting has a label for the office', () => {
  expect(Object.keys(defaultSettings).filter((name) => labelOfSetting(name) === name)).toEqual([])
})
