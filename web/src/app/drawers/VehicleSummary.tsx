// The top of the drawer: the known debt, the worst status with its age, and the next date.
import type { Debt } from '@padron/contract/catalogue/rows'
import { obligations } from '@padron/contract/obligations'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { typeName, UNPROCESSED } from '@padron/contract/resources'
import { useQuietCall } from '../../api/use-call.ts'
import { KnownDebt } from '../../features/resource-status/Situation.tsx'
import { useVehicle } from '../../features/resource-status/vehicle-context.ts'
import { dayText, nearSign, nearText } from '../../lib/day-texts.ts'
import { numberText } from '../../lib/number-text.ts'
import { type Sign, statusWords } from '../../lib/status-texts.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'

/** From worst to best. An unknown status is worse than a clear one. */
const WORST: readonly Sign[] = ['debt', 'warning', 'unknown', 'unprocessed', 'clear']

const WorstStatus = ({ types }: { types: readonly ScrapedResourceType[] }) => {
  const { clock, country } = useVehicle()
  // Without a source for this vehicle, or with a manual one, a type counts only once it is answered.
  const isWaiting = ({ status, resources }: ScrapedResourceType): boolean =>
    status.statusId === UNPROCESSED && !resources.some(({ resource }) => resource.automatic)
  const byHand = types.filter((type) => isWaiting(type) && type.resources.length > 0).length
  const answers = types
    .filter((type) => !isWaiting(type))
    .map(({ resourceType, status, freshness }) => ({
      name: typeName(resourceType.resourceTypeId, country),
      at: freshness?.at ?? '',
      ...statusWords(status.statusId, freshness, clock),
    }))
  const sign = WORST.find((one) => answers.some((answer) => answer.sign === one))
  const worst = answers.filter((answer) => answer.sign === sign)
  // Among clear statuses the oldest answer is shown, which limits how far they can be trusted.
  const [first] = sign === 'clear' ? worst.toSorted((a, b) => a.at.localeCompare(b.at)) : worst
  if (!first || !sign) return null
  const others = worst.length - 1
  // Types that wait for a capture make the clear status partial.
  const isPart = sign === 'clear' && byHand > 0
  return (
    <p className="vehicle-summary__line row gap-8">
      <StatusSign sign={isPart ? 'unprocessed' : sign} old={!isPart && first.old} size={18} />
      <span className="row-wrap gap-4-12">
        {isPart && (
          <span>
            {numberText(byHand)} de {numberText(byHand + answers.length)} sin procesar
          </span>
        )}
        <span className={isPart ? 'muted' : undefined}>
          {first.name}: {first.words}
          {others > 0 && `, y ${others} más`}
        </span>
        {first.age && (
          <span className="small muted">
            {first.old && 'dato antiguo, '}
            {sign === 'clear' && others > 0 ? `la respuesta más antigua, ${first.age}` : first.age}
          </span>
        )}
      </span>
    </p>
  )
}

/** A failure of this call is shown by the section of the dates. */
const NextDate = ({ vehicleAssetId }: { vehicleAssetId: number }) => {
  const of = { vehicleAssetId: `${vehicleAssetId}` }
  const overdue = useQuietCall(obligations.list, { query: { ...of, overdue: 'true' } })
  const next = useQuietCall(obligations.list, { query: of })
  if (!overdue.data || !next.data) return <p className="vehicle-summary__line" />
  const { today } = next.data
  const [first] = next.data.obligations
  const late = overdue.data.totalCount
  const sign = late > 0 ? 'debt' : first && nearSign(first.dueOn, today)
  return (
    <p className="vehicle-summary__line row gap-8">
      {sign && <StatusSign sign={sign} size={18} />}
      <span className="row-wrap gap-4-12">
        {late > 0 && (
          <span>
            {numberText(late)} {late === 1 ? 'vencimiento pasado' : 'vencimientos pasados'}
          </span>
        )}
        <span className={first ? undefined : 'muted'}>
          {first
            ? `Próximo: ${first.title}, ${dayText(first.dueOn, today)} (${nearText(first.dueOn, today)})`
            : 'Sin vencimientos próximos conocidos'}
        </span>
      </span>
    </p>
  )
}

type Props = { types: readonly ScrapedResourceType[]; debt: Debt }

export const VehicleSummary = ({ types, debt }: Props) => (
  <div className="vehicle-summary tinted">
    <KnownDebt types={types} debt={debt} />
    <WorstStatus types={types} />
    <NextDate vehicleAssetId={useVehicle().vehicleAssetId} />
  </div>
)
