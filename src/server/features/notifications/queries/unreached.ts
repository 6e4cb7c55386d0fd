import { services } from '#server/adapters/services.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'

type Customer = { email: string | null; phone: string; agreesToTexts: boolean }

/** Whether nothing that happens gets to a customer: without an e-mail they are texted, if they agreed and texts work. */
export const isUnreached = ({ email, phone, agreesToTexts }: Customer): boolean =>
  !email &&
  !(
    agreesToTexts &&
    currentSettings().smsEnabled &&
    !services().telephony.isDeadEnd &&
    dialedNumber(phone)
  )
