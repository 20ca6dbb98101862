// What a group is made from.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { NextActions } from '@padron/contract/dashboard'
import type { Shown } from './use-shown.ts'

export type GroupProps = {
  actions: NextActions
  /** Of its vehicles; null where no filter says which they are. */
  query: FleetQuery | null
  shown: Shown
}
