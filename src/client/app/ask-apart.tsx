import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queries.ts'

/** Asks in a dialog of its own, over whatever is open; resolves to what the dialog answers. */
export const askApart = <Answer,>(dialog: (answer: (to: Answer) => void) => ReactNode) =>
  new Promise<Answer>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (to: Answer) => {
      root.unmount()
      place.remove()
      resolve(to)
    }
    root.render(<QueryClientProvider client={queryClient}>{dialog(answer)}</QueryClientProvider>)
  })
