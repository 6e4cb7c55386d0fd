import type { Page } from '@playwright/test'

/** Whatever goes wrong on a page from now on: errors, warnings of the console, failed and refused requests. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const said = ['error', 'warning'].includes(message.type())
    if (said && !isVisitor(message.location().url)) problems.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left cancels what it was loading.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const refused = response.status() >= 400
    if (refused && !(response.status() === 401 && isVisitor(response.url())))
      problems.push(`${response.status()}: ${response.url()}`)
  })
  return problems
}

// Asking who is signed in is how the client learns that nobody is.
const isVisitor = (url: string) => new URL(url, 'http://x').pathname === '/api/auth/user'
