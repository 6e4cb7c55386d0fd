import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Asks in a dialog of its own, over whatever is open; resolves to what the dialog answers. */
export const askApart = <Answer,>(dialog: (answer: (to: Answer) => void) => ReactNode) =>
  new Promise<Answer>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(
      dialog((to) => {
        root.unmount()
        place.remove()
        resolve(to)
      }),
    )
  })
