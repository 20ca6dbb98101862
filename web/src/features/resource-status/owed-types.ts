// What stands behind the total owed: which kinds of debt some source has not answered, and how old its oldest part is. Pure.
import type { ScrapedResource, ScrapedResourceType } from '@padron/contract/resource-status'
import { MONEY_TYPES } from '@padron/contract/resources'
import { WITHOUT_ANSWER } from '@padron/contract/standing'

/** A tenencia that may be owed is in no sum, but "nothing" is not to be said before it has answered. */
const POSSIBLE_TENENCIA = 10
const isOwed = (typeId: number): boolean => MONEY_TYPES.has(typeId) || typeId === POSSIBLE_TENENCIA

const isWithoutAnswer = ({ scraped: { status, freshness } }: ScrapedResource): boolean =>
  freshness?.state === 'unknown' || WITHOUT_ANSWER.includes(status.statusId)

/** Kinds of debt of which one source at least gave no valid answer, or needs a person. */
export const unansweredOf = (types: readonly ScrapedResourceType[]): readonly number[] =>
  types
    .filter(({ resourceType, resources }) => isOwed(resourceType.resourceTypeId) && resources.some(isWithoutAnswer))
    .map(({ resourceType }) => resourceType.resourceTypeId)

/** When the oldest answer of the sum was given, where it is past its time. */
export const oldestOf = (types: readonly ScrapedResourceType[]): string | undefined =>
  types
    .filter(
      ({ resourceType, total, withoutAmount }) =>
        MONEY_TYPES.has(resourceType.resourceTypeId) && (total || withoutAmount),
    )
    .flatMap(({ resources }) => resources)
    .flatMap(({ scraped: { freshness, result } }) =>
      freshness?.state === 'old' && freshness.at && result.length > 0 ? [freshness.at] : [],
    )
    .toSorted()[0]
