import { createContext, use } from 'react'

const GuestLink = createContext<string | null>(null)

/** Calls below it are made by this guest's link, whoever is signed in; what they load is cached apart. */
export const ByGuestLink = GuestLink.Provider

/** The secret of the guest's link that this part of the page is opened by; null on all other pages. */
export const useGuestLink = (): string | null => use(GuestLink)
