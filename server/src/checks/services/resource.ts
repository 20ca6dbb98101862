// A portal and a resource as the catalogue declares them.
import type { Country } from '@padron/contract/countries'
import type { ResourceTypeId } from '@padron/contract/resources'

export type Portal = { key: string; name: string; owner: string; country: Country; url: string | null }
export type Resource = {
  resourceId: number
  key: string
  name: string
  type: ResourceTypeId
  country: Country
  stateId: number | null
  portal: string
  /** How it may be asked. `manual`: a person captures it, since its source lets no machine in or nobody offers it. */
  mode: string
  inputs: readonly string[]
  connector: string | null
  /** Why no machine may ask the public source itself; null: nothing stands in the way. */
  wall: string | null
  /** `history`: it tells the past and writes no status. */
  purpose: 'status' | 'history'
  /** Another source already answers for this type and place: out of use until an installation decides who serves it. */
  additional: boolean
}
