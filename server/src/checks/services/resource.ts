// A portal and a resource as the catalogue declares them.
import type { Country } from '@padron/contract/places/countries'
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
  /** How it may be queried. `manual`: a person captures it, because no machine may query it or no provider sells it. */
  mode: string
  inputs: readonly string[]
  connector: string | null
  /** Why no machine may query the public source; null: nothing prevents it. */
  wall: string | null
  /** `history`: it only has history and writes no status. */
  purpose: 'status' | 'history'
  /** Another source already answers for this type and place: not in use until an installation decides who serves it. */
  additional: boolean
}
