// The names behind the ids that filters hold: the states and the tags of the company.
import { catalogue } from '@padron/contract/catalogue'
import { tags as tagCalls } from '@padron/contract/tags'
import { useMemo } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useCan } from '../../../session/user-context.ts'

const NO_TAGS: readonly never[] = []

export const useFilterNames = () => {
  const states = useCall(catalogue.states, {}).data?.states
  const tags = useCall(tagCalls.list, {}, { off: !useCan('tags_read') }).data?.userTags ?? NO_TAGS
  return useMemo(() => {
    const stateNames = new Map(states?.map(({ stateId, stateName }) => [stateId, stateName]))
    return {
      tags,
      states: [...stateNames].map(([value, label]) => ({ value, label })),
      names: { states: stateNames, tags: new Map(tags.map(({ tagId, tagName }) => [tagId, tagName])) },
    }
  }, [states, tags])
}
