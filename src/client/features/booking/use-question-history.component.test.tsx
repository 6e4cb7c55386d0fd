import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { useStepHistory } from './use-question-history.ts'

/** Steps shown only when the test allows, as while they are loading. */
function Steps({ asked }: { asked: (step: string) => void }) {
  const [step, setStep] = useState('car')
  useStepHistory(step, asked)
  return ['car', 'day', 'address'].map((name) => (
    <button key={name} aria-pressed={name === step} onClick={() => setStep(name)}>
      {name}
    </button>
  ))
}

const shown = (name: string) => page.getByRole('button', { name, pressed: true })
async function show(...names: string[]) {
  for (const name of names) {
    await page.getByRole('button', { name }).click()
    await expect.element(shown(name)).toBeVisible()
  }
}
const arrived = () =>
  new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

test('Forward works after a second step back while the first is still pending', async () => {
  const asked: string[] = []
  await showPage(<Steps asked={(step) => asked.push(step)} />)
  await show('day', 'address')
  const entries = history.length
  for (let n = 0; n < 2; n++) {
    history.back()
    await arrived()
  }
  expect(asked).toEqual(['day', 'car'])
  await show('day', 'car')
  expect(history.length).toBe(entries)
  for (let n = 0; n < 2; n++) {
    history.forward()
    await arrived()
  }
  expect(asked.slice(2)).toEqual(['day', 'address'])
  await show('address')

  history.back()
  await arrived()
  await show('day', 'car')
  history.back()
  await arrived()
  expect(asked.at(-1)).toBe('day')
})
