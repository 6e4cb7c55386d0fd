import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import type { User } from '#shared/contract/accounts.ts'
import { CallError } from './call.ts'
import { callQuery, queryClient } from './queries.ts'
import { setSignedInUser, type Session, useSession } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const person = (id: string) => ({ id, role: 'customer', firstName: id }) as User
const me = { ...callQuery('GET /api/auth/user'), staleTime: 0 }
const cars = { ...callQuery('GET /api/vehicles'), staleTime: 0 }

/** Answers every call with this. */
function serve(status: number, body: unknown) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { [serverTimeHeader]: 'now' } }),
    ),
  )
}

function shownSession(): Session | undefined {
  let shown: Session | undefined
  const Probe = () => {
    shown = useSession()
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: queryClient }, createElement(Probe)))
  return shown
}

const signedInWithCars = () => {
  setSignedInUser(person('ann'))
  queryClient.setQueryData(cars.queryKey, [])
}

test('after signing in nothing of the previous user shows', () => {
  signedInWithCars()
  setSignedInUser(person('bob'))
  expect(queryClient.getQueryData(cars.queryKey)).toBe(undefined)
})

test('nor after signing in in another tab', async () => {
  signedInWithCars()
  serve(200, person('bob'))
  await queryClient.fetchQuery(me)
  expect(queryClient.getQueryData(cars.queryKey)).toBe(undefined)
  expect(shownSession()).toMatchObject({ state: 'signed-in', user: { id: 'bob' } })
})

test("checking the session again keeps the user's data", async () => {
  signedInWithCars()
  serve(200, person('ann'))
  await queryClient.fetchQuery(me)
  expect(queryClient.getQueryData(cars.queryKey)).toEqual([])
})

test('an expired session leaves no data on screen', async () => {
  signedInWithCars()
  serve(401, { message: 'Please sign in first.' })
  await expect(queryClient.fetchQuery(me)).rejects.toThrow(CallError)
  expect(queryClient.getQueryData(cars.queryKey)).toBe(undefined)
  expect(shownSession()).toEqual({ state: 'signed-out' })
})

test('any call refused for an expired session makes the app check it', async () => {
  signedInWithCars()
  serve(401, { message: 'Please sign in first.' })
  await expect(queryClient.fetchQuery(cars)).rejects.toThrow(CallError)
  await vi.waitFor(() => expect(queryClient.getQueryState(me.queryKey)?.isInvalidated).toBe(true))
})

test('an unreachable server does not sign users out', async () => {
  signedInWithCars()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(queryClient.fetchQuery(me)).rejects.toThrow(CallError)
  expect(queryClient.getQueryData(cars.queryKey)).toEqual([])
  expect(shownSession()).toMatchObject({ state: 'signed-in', user: { id: 'ann' } })
})

/** A technician whose day is saved on this device. */
function workingDay() {
  vi.stubGlobal('localStorage', { getItem: () => 'dan', setItem() {}, removeItem() {} })
  setSignedInUser({ ...person('dan'), role: 'technician' })
  queryClient.setQueryData(cars.queryKey, [])
}

test('a technician whose session expired still sees the day, and continues after signing in', async () => {
  workingDay()
  serve(401, { message: 'Please sign in first.' })
  await expect(queryClient.fetchQuery(me)).rejects.toThrow(CallError)
  expect(queryClient.getQueryData(cars.queryKey)).toEqual([])
  expect(shownSession()).toMatchObject({ state: 'ended', user: { id: 'dan' } })
  setSignedInUser({ ...person('dan'), role: 'technician' })
  expect(queryClient.getQueryData(cars.queryKey)).toEqual([])
})

test('a technician whose access was ended by the office sees nothing', async () => {
  workingDay()
  serve(401, {
    message: 'Ended.',
    code: 'unauthenticated',
    details: { reason: 'deactivated' },
  })
  await expect(queryClient.fetchQuery(me)).rejects.toThrow(CallError)
  expect(queryClient.getQueryData(cars.queryKey)).toBe(undefined)
  expect(shownSession()).toEqual({ state: 'signed-out', deactivated: true })
})

test('a visitor stays signed out while the session is asked for again', async () => {
  serve(401, { message: 'Please sign in first.', code: 'unauthenticated' })
  await queryClient.fetchQuery(me).catch(() => {})
  expect(shownSession()).toEqual({ state: 'signed-out' })
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const asked = queryClient.refetchQueries({ queryKey: me.queryKey })
  expect(queryClient.getQueryState(me.queryKey)?.status).toBe('pending')
  expect(shownSession()).toEqual({ state: 'signed-out' })
  answer.resolve(
    new Response(JSON.stringify(person('ann')), { headers: { [serverTimeHeader]: 'now' } }),
  )
  await asked
  expect(shownSession()).toMatchObject({ state: 'signed-in', user: { id: 'ann' } })
})
