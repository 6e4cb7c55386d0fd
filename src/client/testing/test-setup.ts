import '#client/styles/main.css'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/app/queries.ts'
import { shownToasts } from '#client/ui/toast.ts'
import { stopTestServer } from './test-server.ts'

// Comes later in the app, and must not come in the middle of the next test.
await import('#client/app/affected-queries.ts')

afterEach(async () => {
  await cleanup()
  queryClient.clear()
  shownToasts.set([])
  sessionStorage.clear()
  localStorage.clear()
  // A test that asked for more than it says has not seen what it believes it has.
  stopTestServer()
})
