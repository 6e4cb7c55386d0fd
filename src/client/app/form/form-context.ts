import { createContext, use } from 'react'
import type { SavingForm } from './saving-form.ts'

export const FormContext = createContext<SavingForm | null>(null)

export function useFormAround(): SavingForm {
  const saving = use(FormContext)
  if (!saving) throw new Error('There is no form around')
  return saving
}
