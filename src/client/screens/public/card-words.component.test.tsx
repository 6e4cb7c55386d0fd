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
