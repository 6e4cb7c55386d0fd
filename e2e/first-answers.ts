import type { Page } from '@playwright/test'

/** Serves pages without the first answers of their screens, as a server does that did not have them in time. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  const ofEveryPage = ['GET /api/auth/user', 'GET /api/config']
  await page.route(/./, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/(?<=id="answers">).*?(?=<\/script>)/s, (data) => {
      const answers = JSON.parse(data) as { key: [string] }[]
      const kept = answers.filter(({ key }) => ofEveryPage.includes(key[0]))
      return JSON.stringify(kept).replaceAll('<', '\\u003c')
    })
    await route.fulfill({ response, body })
  })
}
