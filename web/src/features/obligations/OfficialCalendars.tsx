// Below the list of a week: the calendars with dates in it, official ones and the company's own. They are not
// obligations of a vehicle, and the text says so.
import { type CalendarRule, obligations as calls } from '@padron/contract/obligations'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { rangeText } from '../../lib/day-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { AllCalendars } from './AllCalendars.tsx'
import type { Open } from './ObligationParts.tsx'
import { Origin, OwnMark } from './Origin.tsx'
import { RuleVehicles } from './RuleVehicles.tsx'
import { INFORMATIVE, noneText, readingsText, ruleText } from './rule-texts.ts'

type RuleProps = { rule: CalendarRule; today: string; onVehicles: (rule: CalendarRule) => void }

const Rule = ({ rule, today, onVehicles }: RuleProps) => (
  <li className="official__one unbroken stack gap-2 small rounded-large">
    <strong>{rule.title}</strong>
    {rule.own && <OwnMark />}
    <span className="muted">{rule.where}</span>
    <span>{ruleText(rule)}</span>
    <ul aria-label={`Cuándo: ${rule.title}`}>
      {rule.occurrences.map(({ from, to, otherTo, vehicles }) => (
        <li key={from}>
          {rangeText(from, to, today)}:{' '}
          {vehicles > 0 ? (
            <Button
              label={vehiclesText(vehicles)}
              kind="link"
              aria-haspopup="dialog"
              onClick={() => onVehicles(rule)}
            />
          ) : (
            'ningún vehículo'
          )}
          {otherTo && <span className="block">{readingsText({ to, otherTo }, today)}</span>}
        </li>
      ))}
    </ul>
    {rule.note && <span className="muted">{rule.note}</span>}
    <Origin rule={rule} today={today} />
  </li>
)

type Props = { from: string; to: string; today: string; onOpen: Open }

export const OfficialCalendars = ({ from, to, today, onOpen }: Props) => {
  const rules = useQuietCall(calls.rules, { query: { from, to } }, { keep: true })
  const [all, setAll] = useState(false)
  const [ruleOf, setRuleOf] = useState<CalendarRule>()
  const visible = rules.data?.rules.filter((rule) => rule.shown && rule.occurrences.length > 0)
  const hidden = rules.data?.rules.filter((rule) => !rule.shown).length ?? 0
  const content = () => {
    if (visible && visible.length > 0)
      return (
        <ul className="official__list stack gap-8" data-waiting={rules.isPlaceholderData}>
          {visible.map((rule) => (
            <Rule key={rule.ruleKey} rule={rule} today={today} onVehicles={setRuleOf} />
          ))}
        </ul>
      )
    if (visible) return <p className="muted">{noneText(hidden)}</p>
    if (rules.isError) return <FailureLine title="No se pudieron obtener los calendarios oficiales." query={rules} />
    return <p role="status">Cargando los calendarios oficiales…</p>
  }
  return (
    <section className="official ruled-above pad-16" aria-labelledby="official-calendars">
      <header className="row-wrap gap-4-12 between">
        <h2 id="official-calendars">Calendarios oficiales, informativos</h2>
        <Button label="Todos los calendarios" small aria-haspopup="dialog" onClick={() => setAll(true)} />
      </header>
      <p className="muted">{INFORMATIVE}</p>
      {content()}
      {all && <AllCalendars today={today} onClose={() => setAll(false)} onOpen={onOpen} />}
      {ruleOf && <RuleVehicles rule={ruleOf} onClose={() => setRuleOf(undefined)} onOpen={onOpen} />}
    </section>
  )
}
