let shiftMs = 0

/** The current UTC instant; all time-dependent rules use it, so that tests can travel. */
export function now(): Date {
  return new Date(Date.now() + shiftMs)
}

/** Moves the clock of this process, for tests and simulations. */
export function travelTo(instant: Date): void {
  shiftMs = instant.getTime() - Date.now()
}

export function travelBack(): void {
  shiftMs = 0
}
