// Everything other rooms may import of this one.
export { personReader, socketPersonReader, subscribeToSessions } from './person-of.ts'
export { endOtherSessions, endSessionById, liveSessions, noteProof, provenIn } from './devices.ts'
export { type Device, deviceOf, startSession } from './change-sessions.ts'
export { shutOut, shutOutReader } from './person-of.ts'
export { endSession, endSessions, purgeSessions } from './change-sessions.ts'
export { publishPersonChange, onSessionChange } from './session-changes.ts'
export {
  dropSessionCookie,
  giveSessionCookie,
  hasSessionCookie,
  renewSessionCookie,
} from './session-cookie.ts'
