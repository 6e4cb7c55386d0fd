import { createContext, use } from 'react'

/** The business's name, once it is loaded. Prerendered pages get it from the server. */
export const BrandInTitle = createContext<string | undefined>(undefined)

/** The document's title: "Orders · Fivequart". */
export function PageTitle({ children: screen }: { children: string }) {
  const brand = use(BrandInTitle)
  return <title>{brand ? `${screen} · ${brand}` : screen}</title>
}
