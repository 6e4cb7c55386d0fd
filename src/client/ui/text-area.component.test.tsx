import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { TextArea } from './text-area.tsx'

test('a word longer than the line widens nothing around it', async () => {
  await showPage(
    <div className="grid w-60">
      <div>
        <TextArea aria-label="Words" defaultValue={'x'.repeat(80)} />
      </div>
    </div>,
  )
  const { width } = page.getByLabelText('Words').element().getBoundingClientRect()
  expect(width).toBeLessThanOrEqual(240)
})
