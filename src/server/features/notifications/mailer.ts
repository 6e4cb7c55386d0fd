import { localMailer, type Mailer } from '#server/adapters/mail/port.ts'

let chosen: Mailer = localMailer

/** Chooses how this process sends mail; until then it is only kept. */
export function useMailer(mailer: Mailer): void {
  chosen = mailer
}

export const currentMailer = () => chosen
