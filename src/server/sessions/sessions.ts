// Everything other rooms may import of this one.
export { personReader, socketPersonReader, subscribeToSessions } from './person-of.ts'
export { mergeSessions } from './merge-sessions.ts'
export { startSession } from './start-session.ts'
export { shutOut, shutOutReader } from './deactivated.ts'
export { endSession, endSessions, purgeSessions } from './end-sessions.ts'
export { publishPersonChange, onSessionChange } from './session-changes.ts'
export {
  dropSessionCookie,
  giveSessionCookie,
  hasSessionCookie,
  renewSessionCookie,
} from './session-cookie.ts'
