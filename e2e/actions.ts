import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { TOAST_DURATION_MS } from '#client/ui/toast.ts'
import type { Role } from '#shared/rules/roles.ts'
import { signInAs } from './calls.ts'
import { expect } from './server.ts'

type Scope = Page | Locator | FrameLocator
type Name = string | RegExp
/** A text, or one of the elements below. */
export type Thing = Name | ((scope: Scope) => Locator)

type AriaRole = Parameters<Page['getByRole']>[0]
type Options = { exact?: boolean; level?: number; disabled?: boolean }
const roleThing =
  (role: AriaRole) =>
  (name: Name, options: Options = {}) =>
  (scope: Scope) =>
    scope.getByRole(role, { name, ...options })

const find = (scope: Scope, thing: Thing) =>
  typeof thing === 'function' ? thing(scope) : scope.getByText(thing)

/** Controls that a walk looks for or presses, by accessible name. */
export const the = {
  button: roleThing('button'),
  link: roleThing('link'),
  heading: roleThing('heading'),
  /** The page's main heading. */
  title: (name: Name) => the.heading(name, { level: 1 }),
  tab: roleThing('tab'),
  menuItem: roleThing('menuitem'),
  radio: roleThing('radio'),
  checkbox: roleThing('checkbox'),
  /** Exactly this text. */
  text: (text: string) => (scope: Scope) => scope.getByText(text, { exact: true }),
  /** The first of several. */
  first: (thing: Thing) => (scope: Scope) => find(scope, thing).first(),
}

/** Expects each of these to be visible. */
export async function see(scope: Scope, ...things: Thing[]): Promise<void> {
  for (const thing of things) await expect(find(scope, thing)).toBeVisible()
}

/** Expects none of these to be on the page. */
export async function seeNone(scope: Scope, ...things: Thing[]): Promise<void> {
  for (const thing of things) await expect(find(scope, thing)).toHaveCount(0)
}

/** Expects this one element to contain each of these texts. */
export async function seeIn(element: Locator, ...texts: Name[]): Promise<void> {
  for (const text of texts) await expect(element).toContainText(text)
}

/** Clicks each in turn; a plain name is a button's. */
export async function press(scope: Scope, ...things: Thing[]): Promise<void> {
  for (const thing of things)
    await (typeof thing === 'function' ? thing : the.button(thing))(scope).click()
}

type Value = string | boolean | null | { label: string } | { index: number }

/** Fills in each field by its label (text, option or checkbox), then presses the named button. */
export async function fillIn(
  scope: Scope,
  values: Record<string, Value>,
  ...then: Thing[]
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = scope.getByLabel(label)
    if (typeof value === 'boolean') await field.setChecked(value)
    else if (typeof value !== 'string' || (await isSelect(field))) await field.selectOption(value)
    else await field.fill(value)
  }
  await press(scope, ...then)
}

const isSelect = (field: Locator) => field.evaluate(({ tagName }) => tagName === 'SELECT')

/** Opens a page, and expects each of these on it. */
export async function openPage(page: Page, path: string, ...things: Thing[]): Promise<void> {
  await page.goto(path)
  await see(page, ...things)
}

/** Opens a page as the demo's user of this role. */
export async function openAs(page: Page, role: Role, path: string, ...things: Thing[]) {
  await signInAs(page.request, role)
  await openPage(page, path, ...things)
}

/** Expects these in a toast. */
export const seeToast = (page: Page, ...things: Thing[]) =>
  see(page.getByRole('region', { name: /^Notifications/ }), ...things)

/** Expects a button that is shown, but cannot be pressed yet. */
export const expectOff = (button: Locator) =>
  expect(button).toHaveAttribute('aria-disabled', 'true')

export const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

/** Toasts stay until closed: a busy machine may look after they have disappeared. */
export function holdToasts(on: Page | BrowserContext) {
  return on.addInitScript((duration) => {
    const later = window.setTimeout.bind(window)
    const unlessToast = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === duration ? 0 : later(run, ms, ...rest)
    window.setTimeout = unlessToast as typeof window.setTimeout
  }, TOAST_DURATION_MS)
}
