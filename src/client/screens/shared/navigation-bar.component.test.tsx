import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Role } from '#shared/rules/roles.ts'
import { NavigationBar } from './navigation-bar.tsx'

const roles: (Role | null)[] = ['customer', 'technician', 'admin', null]

test.each(roles.flatMap((role) => [320, 360, 390].map((width) => [role, width] as const)))(
  'for %s at %i px the brand is whole or the mark stands alone, and nothing reaches beyond',
  async (role, width) => {
    await page.viewport(width, 600)
    const person = role ? aPerson({ role }) : null
    await showPage(<NavigationBar user={person} offersSignIn />, {
      answers: { 'GET /api/notifications': [], 'GET /api/admin/messages': [] },
      ...(person && { person }),
    })
    const last = role === 'admin' ? 'Find anything' : 'Menu'
    await expect
      .element(
        role
          ? page.getByRole('button', { name: last })
          : page.getByRole('link', { name: 'Sign In' }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Fivequart' })).toBeInTheDocument()
    const { scrollWidth, clientWidth } = page.getByText('Fivequart').element()
    const isMarkAlone = clientWidth <= 1
    expect({ isMarkAlone, isCut: !isMarkAlone && scrollWidth > clientWidth }).toEqual({
      isMarkAlone: role === 'admin' && width < 384,
      isCut: false,
    })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
