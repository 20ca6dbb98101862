// What every cell of the users' table may need besides its row.
import type { UserRow } from '@padron/contract/users'

export type CellContext = {
  zone: string
  /** Holds users_admin. */
  admin: boolean
  edit: (row: UserRow) => void
  reset: (row: UserRow) => void
  setStatus: (row: UserRow, active: boolean) => void
  /** Ids of the users whose status is on its way. */
  pending: ReadonlySet<number>
}
