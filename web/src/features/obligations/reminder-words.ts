// The steps of the reminders' ladder in words, and what is wrong with a choice of them. Pure.
import type { Reply } from '@padron/contract/call'
import type { obligations } from '@padron/contract/obligations'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

export type Reminders = Reply<typeof obligations.reminders>
export type ReminderChoice = Pick<Reminders, 'active' | 'days' | 'kinds'>

export const stepText = (days: number): string => {
  if (days === 0) return 'El mismo día'
  return days === 1 ? '1 día antes' : `${days} días antes`
}

/** With the reminders off nothing is asked of the rest. */
export const faultsOf = ({ active, days, kinds }: ReminderChoice): Faults =>
  onlyFaults({
    days: active && !days.length && 'Elija al menos un día',
    kinds: active && !kinds.length && 'Elija al menos un tipo de vencimiento',
  })
