import type { accounts } from '#shared/contract/accounts.ts'
import type { FileResult } from '#shared/contract/endpoint.ts'
import { safeNextPath } from '#shared/rules/sign-in.ts'
import type { SignInError } from '#shared/rules/sign-in-errors.ts'
import { type IdentityProvider, SignInRefused } from '#server/adapters/oidc/port.ts'
import { spokenCodes } from '#server/base/language.ts'
import { transaction } from '#server/database/database.ts'
import { countSentMessages, newestSentMessages } from '#server/features/notifications/queries.ts'
import { Forbidden, NotFound } from '#server/http/errors.ts'
import { dropCookie, type Exchange, giveLanguageCookie, type Site } from '#server/http/cookies.ts'
import type { HandlersOf, SignedIn } from '#server/http/handlers.ts'
import { isOwnNavigation } from '#server/http/same-origin.ts'
import { setPageHeaders } from '#server/http/paging.ts'
import {
  deviceOf,
  dropSessionCookie,
  endOtherSessions,
  endSession,
  endSessionById,
  giveSessionCookie,
  renewSessionCookie,
} from '#server/sessions/sessions.ts'
import { askForCode, codeTicket } from './actions/ask-for-code.ts'
import { cancelEmailChange, undoEmailChange, waitingEmailChange } from './actions/change-email.ts'
import {
  changePreferences,
  changeProfile,
  readProfile,
  chooseLanguage,
} from './actions/change-profile.ts'
import { checkCode, useCode } from './actions/check-code.ts'
import { chooseRole } from './actions/choose-role.ts'
import { codeSeconds } from './actions/mail-code.ts'
import { signIn, signInDemo } from './actions/sign-in.ts'
import { proveNewEmail } from './prove-new-email.ts'
import { rememberBrowser } from './actions/remember-browser.ts'
import { endVisit, refusalReason, startVisit, visitNext } from './oidc-flow.ts'
import { devicesOf, userById, placesOf } from './queries.ts'
import type { places } from '#shared/contract/places.ts'
import { addPlace, changePlace, removePlace } from './actions/change-places.ts'

export type AccountOptions = Site & {
  demo: boolean
  /** The owner of this address becomes an admin. */
  adminEmail?: string
  identityProvider: IdentityProvider | null
}

type Call = Exchange & { person: SignedIn | null }
type Entry = Call & { query: { with?: 'oidc'; next?: string } }

export function accountRoutes(options: AccountOptions) {
  const { demo, adminEmail, identityProvider: provider } = options

  const enter = async (call: Call, { userId, token }: { userId: string; token: string }) => {
    if (call.person) await endSession(call.person.sessionHash)
    giveSessionCookie(options, call, token)
    return userById(userId)
  }

  const enterProven = async (
    call: Call,
    entered: { userId: string; token: string },
    email: string,
  ) => {
    await rememberBrowser(options, call, email)
    return enter(call, entered)
  }

  const startSignIn = async (call: Entry): Promise<FileResult> => {
    const next = safeNextPath(call.query.next)
    if (call.person) return redirectTo(next)
    if (call.query.with !== 'oidc' || !provider) return redirectTo(signInPath({ next }))
    try {
      return redirectTo(await startVisit(options, provider, call, next))
    } catch (error) {
      return redirectTo(signInPath({ next, error: refusalReason(error) }))
    }
  }

  return {
    'GET /api/auth/user': ({ person, request, reply }) => {
      renewSessionCookie(options, { request, reply })
      return userById(person.id)
    },

    'GET /api/auth/login': startSignIn,
    'GET /api/login': startSignIn,

    'GET /api/logout': async (call) => {
      if (!isOwnNavigation(call.request, options.origin)) return redirectTo('/')
      if (call.person) await endSession(call.person.sessionHash)
      dropSessionCookie(options, call)
      return redirectTo('/')
    },

    'GET /api/auth/language': async ({ query, person, ...call }) => {
      // Other sites must not change the user's language.
      if (isOwnNavigation(call.request, options.origin) && spokenCodes.includes(query.to)) {
        giveLanguageCookie(options, call, query.to)
        if (person) await chooseLanguage(person.id, query.to)
      }
      return redirectTo(safeNextPath(query.next))
    },

    'GET /api/auth/callback': async (call) => {
      const next = safeNextPath(visitNext(options, call.request))
      if (!provider) return redirectTo(signInPath({ next }))
      try {
        const identity = await endVisit(options, provider, call)
        await enterProven(
          call,
          await signInProven(identity, adminEmail, deviceOf(call.request)),
          identity.email,
        )
        return redirectTo(next)
      } catch (error) {
        return redirectTo(signInPath({ next, error: refusalReason(error) }))
      }
    },

    'POST /api/auth/email-code': async (call) => {
      await askForCode(options, call, call.body.email)
      return { success: true, expiresInSeconds: codeSeconds }
    },

    'POST /api/auth/email-code/verify': async (call) => {
      const proven = await checkCode({
        ticket: codeTicket(options, call.request),
        code: call.body.code,
        ip: call.request.ip,
      })
      const entered = await transaction(async () => {
        await useCode(proven)
        return signIn({ email: proven.email }, adminEmail, deviceOf(call.request))
      })
      dropCookie(options, call, 'fq_code')
      return enterProven(call, entered, proven.email)
    },

    'POST /api/auth/demo': async (call) => {
      if (!demo) throw new NotFound()
      return enter(call, await signInDemo(call.body.role, deviceOf(call.request)))
    },

    'POST /api/auth/set-role': async ({ person, body }) => {
      await chooseRole(person.id, body.role)
      return userById(person.id)
    },

    'PATCH /api/auth/user': async (call) => {
      const profile = await readProfile(call.body)
      const newEmail = await proveNewEmail(options, call)
      await changeProfile(call.person, profile, newEmail)
      return userById(call.person.id)
    },

    'GET /api/account/sessions': ({ person }) => devicesOf(person),

    'DELETE /api/account/sessions/{id}': async ({ person, params }) => {
      if (!(await endSessionById(person.id, params.id))) throw new NotFound()
      return { success: true }
    },

    'DELETE /api/account/sessions': async ({ person }) => {
      await endOtherSessions(person.id, person.sessionHash)
      return { success: true }
    },

    'POST /api/account/email-changes/undo': ({ body }) => undoEmailChange(body.token),

    'GET /api/admin/email-changes/{id}': async ({ params }) => {
      const { id } = await userById(params.id)
      return waitingEmailChange(id)
    },

    'DELETE /api/admin/email-changes/{id}': async ({ person, params }) => {
      await cancelEmailChange(params.id, person.id)
      return { success: true }
    },

    'PATCH /api/user/notifications': async ({ person, body }) => {
      await changePreferences(person, body)
      return userById(person.id)
    },

    'GET /api/demo/outbox': async ({ query, reply }) => {
      if (!demo) throw new NotFound()
      const { list, next } = await newestSentMessages({
        limit: query.limit ?? 200,
        cursor: query.cursor,
      })
      const total = query.limit ? await countSentMessages() : undefined
      setPageHeaders(reply, { total, next })
      return list
    },

    'GET /api/places': ({ person }) => placesOf(person.id),

    'POST /api/places': ({ person, body }) => addPlace(person.id, body),

    'PATCH /api/places/{id}': ({ person, params, body }) => changePlace(person.id, params.id, body),

    'DELETE /api/places/{id}': ({ person, params }) => removePlace(person.id, params.id),
  } satisfies HandlersOf<typeof accounts & typeof places>
}

async function signInProven(...arrival: Parameters<typeof signIn>) {
  try {
    return await signIn(...arrival)
  } catch (error) {
    if (error instanceof Forbidden) throw new SignInRefused(closedReason(error), error)
    throw error
  }
}

const closedReason = ({ details }: { details: unknown }): SignInError =>
  (details as { reason?: string } | undefined)?.reason === 'deactivated'
    ? 'deactivated'
    : 'account_closed'

const redirectTo = (to: string): FileResult => ({ file: 'redirect', to })

function signInPath({ next, error }: { next: string; error?: SignInError }): string {
  const query = new URLSearchParams()
  if (error) query.set('error', error)
  if (next !== '/') query.set('next', next)
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in'
}
