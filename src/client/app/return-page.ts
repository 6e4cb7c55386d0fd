import { keep, readSessionStore, visitor } from './session-store.ts'

const name = 'page asked for'

/** Notes where somebody goes once they are signed in, also through a provider's pages. */
export const saveReturnPage = (place: string): void => keep(name, place, visitor)

/** Whether signing in has led to this page of the site. */
export const isReturnPage = (place: string): boolean => readSessionStore(name, visitor) === place
