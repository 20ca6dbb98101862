// The steps of the reminders' ladder in words, and what is wrong with a choice of them. Pure.
import type { Reply } from '@padron/contract/call'
import type { obligations } from '@padron/contract/obligations'

export type Reminders = Reply<typeof obligations.reminders>
export type ReminderChoice = Pick<Reminders, 'active' | 'days' | 'kinds'>

export const stepText = (days: number): string => {
  if (days === 0) return 'El mismo día'
  return days === 1 ? '1 día antes' : `${days} días antes`
}

export type ReminderFaults = { days?: string; kinds?: string }

/** With the reminders off nothing is asked of the rest. */
export const faultsOf = ({ active, days, kinds }: ReminderChoice): ReminderFaults =>
  active
    ? {
        ...(days.length === 0 && { days: 'Elija al menos un día' }),
        ...(kinds.length === 0 && { kinds: 'Elija al menos un tipo de vencimiento' }),
      }
    : {}

const same = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

export const isSame = (one: ReminderChoice, other: ReminderChoice): boolean =>
  one.active === other.active && same(one.days, other.days) && same(one.kinds, other.kinds)
