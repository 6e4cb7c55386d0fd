import { createStore } from '#client/ui/store.ts'

/** Whether the last call came to the server; `navigator.onLine` may say yes without a network, as after a reload. */
export const reached = createStore(true)
