import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { guardedNavigation } from '#client/app/navigation-guard.ts'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { Toasts } from '#client/ui/toasts.tsx'
import type { User } from '#shared/contract/accounts.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { noPublicTexts, ownTexts } from '#shared/rules/public-texts.ts'
import { aBusiness, aPerson } from './test-data.ts'
import { type Answers, startTestServer } from './test-server.ts'

interface TestPage {
  answers?: Answers
  person?: User | null
  business?: PublicConfig
  at?: string
}

/**
 * Renders part of a screen like the app: styles, queries, toasts, user and business. Returns the server, to inspect
 * its calls, and Vitest's page.
 */
export async function showPage(
  content: ReactNode,
  { answers = {}, person = aPerson(), business = aBusiness(), at = '/' }: TestPage = {},
) {
  history.replaceState(null, '', at)
  const texts = ownTexts(noPublicTexts, 'en')
  queryClient.setQueryData(callQuery('GET /api/config').queryKey, business)
  queryClient.setQueryData(callQuery('GET /api/public-texts').queryKey, texts)
  if (person) queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, person)
  const server = startTestServer({
    'GET /api/config': business,
    'GET /api/public-texts': texts,
    'GET /api/auth/user': person ?? undefined,
    ...answers,
  })
  const shown = await render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={guardedNavigation}>
          <Suspense>
            <main>{content}</main>
          </Suspense>
        </Router>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
  return { ...shown, server }
}

/** Times of day on the page that wrap over two lines. */
export function brokenTimes(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: time, index } of (node.textContent ?? '').matchAll(/\d+:\d\d [AP]M/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + time.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(time)
    }
  return broken
}
