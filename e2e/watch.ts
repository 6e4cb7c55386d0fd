import type { Page } from '@playwright/test'

/** Collects a page's further errors, console warnings, and failed and refused requests. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const said = ['error', 'warning'].includes(message.type())
    if (said && !isVisitor(message.location().url)) problems.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const refused = response.status() >= 400
    if (refused && !(response.status() === 401 && isVisitor(response.url())))
      problems.push(`${response.status()}: ${response.url()}`)
  })
  return problems
}

// The client's sign-in check answers 401 to visitors.
const isVisitor = (url: string) => new URL(url, 'http://x').pathname === '/api/auth/user'
