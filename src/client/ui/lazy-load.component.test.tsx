import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { lazyComponent, lazyLoad } from './lazy-load.ts'

const Late = () => <p>Here at last</p>
const lost = () => new TypeError('Failed to fetch dynamically imported module: x')

test('a part is requested again each time, until it loads', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(lost())
    .mockResolvedValue('part')
  const part = lazyLoad(load)
  await expect(part()).rejects.toThrow('Failed to fetch')
  expect(await part()).toBe('part')
})

test('a load that the browser remembers as failed is retried under another address', async () => {
  const address = `${location.origin}/no-such-part.js`
  const part = lazyLoad(() => import(/* @vite-ignore */ address))
  for (let i = 0; i < 2; i += 1) await expect(part()).rejects.toThrow('no-such-part.js')
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(asked).toContain(`${address}?again=1`)
})

test('offline, a part is awaited, and loads once online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<{ default: typeof Late }>>().mockRejectedValue(lost())
  const LatePart = lazyComponent(load)
  function Opener() {
    const [open, setOpen] = useState(false)
    return (
      <Suspense fallback={<p>Loading</p>}>
        <button onClick={() => setOpen(true)}>Open</button>
        {open && <LatePart />}
      </Suspense>
    )
  }
  await showPage(<Opener />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByText('Loading')).toBeVisible()
  load.mockResolvedValue({ default: Late })
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Here at last')).toBeVisible()
  online.mockRestore()
})
