import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { setLanguage } from '#shared/texts/t.ts'
import { VisitCard } from './visit-card.tsx'

test('an oil with the package’s name is shown once, in Spanish too', async () => {
  onTestFinished(() => setLanguage('en'))
  const texts = { 'Full Synthetic': 'Sintético' }
  await setLanguage('es', async () => ({ texts, plurals: {} }))
  const job = aJob({ servicePackageName: 'Sintético', oilType: 'full_synthetic' })
  await showPage(
    <ul>
      <VisitCard job={job} badge="">
        {' '}
      </VisitCard>
    </ul>,
  )
  await expect.element(page.getByText(/Sintético/)).toBeVisible()
  expect(document.body.textContent?.match(/Sintético/g)).toHaveLength(1)
})
