import '#client/styles/main.css'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/app/queries.ts'
import { shownToasts } from '#client/ui/toast.ts'
import { stopTestServer } from './test-server.ts'

// Loads later in the app, and must not load in the middle of a test.
await import('#client/app/affected-queries.ts')
;(await import('#client/app/unreached-reads.ts')).repeatUnreachedReads()

afterEach(async () => {
  await cleanup()
  queryClient.clear()
  shownToasts.set([])
  sessionStorage.clear()
  localStorage.clear()
  // A test with unexpected calls does not test what it claims to.
  stopTestServer()
})
