import { onTestFinished } from 'vitest'
import { provideServices, type Services, services } from '#server/adapters/services.ts'
import { readConfig } from '#server/base/config.ts'
import { chooseServices } from '#server/choose-services.ts'

/** For tests without the whole server: nothing leaves this machine. */
export function provideOfflineServices(): void {
  provideServices(chooseServices(readConfig({ NODE_ENV: 'test' }), undefined))
}

/** Replaces some outside services until the test ends; for tests and `beforeEach`. */
export function useServices(replaced: Partial<Services>): void {
  const before = services()
  provideServices({ ...before, ...replaced })
  onTestFinished(() => provideServices(before))
}
