import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Faq } from './contact.tsx'
import { LandingPage } from './landing.tsx'
import { placeholders } from './public-business.ts'
import { PrivacyPage } from './privacy.tsx'
import { TermsPage } from './terms.tsx'

const promises =
  /Auto-Pay|Pay Automatically|at the door|pre-authorize|(held|reserved) on your|[Cc]ard (numbers|provider)|>Cards<|and to pay/

test.each([
  ['landing', LandingPage],
  ['terms', TermsPage],
  ['questions', Faq],
  ['privacy', PrivacyPage],
])('the page %s mentions cards only if they are on', (_, Page) => {
  const shown = (cardPayments: string) =>
    renderToStaticMarkup(<Page business={{ ...placeholders, cardPayments }} />)
  expect(shown('')).not.toMatch(promises)
  expect(shown('yes')).toMatch(promises)
})

test.each([
  ['terms', TermsPage],
  ['questions', Faq],
])('the page %s names the fee for late cancelling, if there is one', (_, Page) => {
  const fee = 'Cancelling less than 24 hours before the visit costs $25.00.'
  const shown = (fees: string) =>
    renderToStaticMarkup(<Page business={{ ...placeholders, cardPayments: 'yes', fees }} />)
  expect(shown('')).not.toContain('Cancelling less')
  expect(shown(fee).split(fee)).toHaveLength(2)
})

test('the landing page does not exclude cash where the business takes it', () => {
  const shown = (paysDirectly: string) =>
    renderToStaticMarkup(
      <LandingPage business={{ ...placeholders, cardPayments: 'yes', paysDirectly }} />,
    )
  expect(shown('')).toContain('No cash or cards at the door.')
  expect(shown('yes')).not.toContain('at the door')
})
