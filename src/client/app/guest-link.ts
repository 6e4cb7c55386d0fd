import { createContext, use } from 'react'

const GuestLink = createContext<string | null>(null)

/** Calls inside it use this guest's link, even if someone is signed in; their responses are cached separately. */
export const ByGuestLink = GuestLink.Provider

/** The secret of the guest's link that opened this page; null on all other pages. */
export const useGuestLink = (): string | null => use(GuestLink)
