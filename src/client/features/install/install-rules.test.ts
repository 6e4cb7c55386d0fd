import { expect, test } from 'vitest'
import {
  afterBanner,
  afterInstall,
  afterLater,
  isIosSafari,
  mayPrompt,
  mayShowBanner,
} from './install-answers.ts'

const fresh = {
  installed: false,
  dismissedForGood: false,
  dismissals: 0,
  bannerSeen: false,
  hiddenForNow: false,
}
/** The same device in a new tab, without session data. */
const nextSession = (answers: typeof fresh) => ({ ...answers, hiddenForNow: false })

test("the third 'Later' is final, earlier ones last for a session", () => {
  const once = afterLater(fresh)
  expect(once).toEqual({ ...fresh, dismissals: 1, hiddenForNow: true })
  expect(mayPrompt(once)).toBe(false)
  expect(mayPrompt(nextSession(once))).toBe(true)
  const twice = afterLater(nextSession(once))
  expect(mayPrompt(nextSession(twice))).toBe(true)
  const thrice = afterLater(nextSession(twice))
  expect(thrice).toMatchObject({ dismissals: 3, dismissedForGood: true })
  expect(mayPrompt(nextSession(thrice))).toBe(false)
  expect(mayShowBanner(thrice)).toBe(false)
})

test('an installed app is not offered again', () => {
  const done = afterInstall(fresh)
  expect(done).toMatchObject({ installed: true, dismissedForGood: true, bannerSeen: true })
  expect([mayPrompt(done), mayShowBanner(done)]).toEqual([false, false])
})

test("the banner appears once, whether or not 'Later' was pressed", () => {
  expect(mayShowBanner(fresh)).toBe(true)
  expect(mayShowBanner(afterLater(fresh))).toBe(true)
  expect(mayShowBanner(afterBanner(fresh))).toBe(false)
  expect(mayPrompt(afterBanner(fresh))).toBe(true)
})

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit}`
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`

test.each([
  ['Safari on an iPhone', `${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['Safari on an iPad', `${mac} Version/18.0 Safari/605.1.15`, 5, true],
  ['Safari on a Mac', `${mac} Version/18.0 Safari/605.1.15`, 0, false],
  ['Chrome on an iPhone', `${iphone} CriOS/130.0 Mobile/15E148 Safari/604.1`, 5, false],
  ['an app that shows a page', `${iphone} Mobile/15E148 [FBAN/FBIOS]`, 5, false],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    5,
    false,
  ],
])('%s is recognized', (_, agent, touchPoints, hint) => {
  expect(isIosSafari(agent, touchPoints)).toBe(hint)
})
