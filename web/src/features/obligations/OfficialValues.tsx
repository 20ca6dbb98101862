// Official values and holidays in the dialog of all calendars: the value of each unit with its dates and its source,
// and the days that terms in working days skip.
import { type OfficialHoliday, UNIT_NAMES, type UnitValue } from '@padron/contract/rules/official-rules'
import { useEffect, useRef } from 'react'
import { dayText, rangeText } from '../../lib/day-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { hasEnded, sourceText, unitsEndText, unpublishedText } from '../../lib/official-rule-texts.ts'
import { useUser } from '../../session/user-context.ts'
import { SourceLine } from '../../ui/domain/RuleSource.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

type ValueProps = { value: UnitValue; today: string; isLast?: boolean }

const Value = ({ value, today, isLast = false }: ValueProps) => {
  const { country } = useUser()
  const ends = unitsEndText([value], today)
  const valid = [rangeText(value.validFrom, value.validTo, ''), isLast && !ends && unpublishedText(value)]
  return (
    <>
      <p>
        <strong>{moneyText(value.value, country)}</strong>{' '}
        {hasEnded(value, today) && <span className="muted">(ya terminó)</span>}
      </p>
      {ends && (
        <p className="row gap-6">
          <StatusSign sign="warning" size={16} />
          <span>{ends}</span>
        </p>
      )}
      <SourceLine rule={value} valid={sentence(valid.filter(Boolean).join('; '))} />
    </>
  )
}

/** The current value and the coming ones; the former ones are collapsed. */
const Unit = ({ values, today }: { values: readonly UnitValue[]; today: string }) => {
  const [newest] = values
  if (!newest) return null
  const present = values.filter((value) => value.unreplaced || !hasEnded(value, today))
  const current = present.length > 0 ? present : [newest]
  const former = values.filter((value) => !current.includes(value))
  return (
    <li className="rule stack gap-2 justify-start ruled-above">
      <h4>
        {UNIT_NAMES[newest.unit]} ({newest.unit})
      </h4>
      {current.map((value) => (
        <Value key={value.validFrom} value={value} today={today} isLast={value === newest} />
      ))}
      {former.length > 0 && (
        <details className="former-values">
          <summary className="small">Valores anteriores ({former.length})</summary>
          <ul aria-label={`Valores anteriores de la ${newest.unit}`}>
            {former.map((value) => (
              <li key={value.validFrom}>
                <Value value={value} today={value.validFrom} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

type ValuesProps = {
  units: readonly UnitValue[]
  today: string
  /** Gets the focus when the list opens. */
  isFirst: boolean
}

export const OfficialValues = ({ units, today, isFirst }: ValuesProps) => {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFirst) section.current?.focus()
  }, [isFirst])
  if (units.length === 0) return null
  return (
    <section ref={section} className="ring-inside" aria-label="Valores oficiales" tabIndex={isFirst ? -1 : undefined}>
      <h3>Valores oficiales</h3>
      <ul>
        {[...Map.groupBy(units, ({ unit }) => unit)].map(([unit, values]) => (
          <Unit key={unit} values={values} today={today} />
        ))}
      </ul>
    </section>
  )
}

/** The years in which the holiday applies, if limited. */
const validityText = ({ validFrom, validTo }: OfficialHoliday): string => {
  if (validFrom === null && validTo === null) return ''
  if (validTo === null) return ` (desde ${validFrom?.slice(0, 4)})`
  return validFrom === null ? ` (hasta ${validTo.slice(0, 4)})` : ` (${rangeText(validFrom, validTo, '')})`
}

type HolidaysProps = { holidays: readonly OfficialHoliday[]; today: string }

/** Holidays grouped by source, the next one first. */
export const OfficialHolidays = ({ holidays, today }: HolidaysProps) => (
  <section aria-label="Días inhábiles">
    <h3>Días inhábiles</h3>
    <p className="muted">
      {holidays.length > 0
        ? 'Los plazos en días hábiles no los cuentan, ni los sábados y domingos.'
        : 'No se conocen días inhábiles oficiales de su país: los plazos en días hábiles sólo descuentan los ' +
          'sábados y domingos.'}
    </p>
    {[...Map.groupBy(holidays, (holiday) => `${holiday.version} ${sourceText(holiday)}`)].map(([source, [...days]]) => (
      <div key={source} className="rule stack gap-2 justify-start ruled-above">
        <ul className="holidays">
          {days.map((holiday) => (
            <li key={holiday.ruleKey}>
              {holiday.name}{' '}
              <span className="muted nowrap">
                {holiday.nextOn ? dayText(holiday.nextOn, today) : 'ya no'}
                {validityText(holiday)}
              </span>
            </li>
          ))}
        </ul>
        {days[0] && <SourceLine rule={days[0]} />}
      </div>
    ))}
  </section>
)
