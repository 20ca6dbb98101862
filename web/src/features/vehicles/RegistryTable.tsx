// The fields that differ, with the value of each version; radio buttons if the user may choose.
import { REGISTRY_FIELDS, type RegistryField, type RegistryMatch } from '@padron/contract/vehicles'
import { useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { displayText } from '../../lib/typed-day.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { type Choices, differs, ORIGIN_TITLES, ORIGINS, type Origin, valueAt } from './registry-choice.ts'
import { type Faults, type Setting, vehicleFieldTitle } from './vehicle-values.ts'

/** The registry, and the date of its answer. */
const Source = ({ match, origin, clock }: { match: RegistryMatch; origin: Origin; clock: Clock }) => {
  const version = match[origin]
  const source = version?.source
  const sourceText = () => {
    if (origin === 'current') return 'Los datos de su catálogo'
    if (!version) return 'Ninguna fuente ha respondido'
    return source ? [...new Set([source.resourceName, source.portal])].join(' · ') : 'Fuente desconocida'
  }
  return (
    <div className="match__source stack break">
      <strong>{ORIGIN_TITLES[origin]}</strong>
      <span className="muted small">{sourceText()}</span>
      {source && (
        <time className="muted small" dateTime={source.dateTime} title={dateInText(source.dateTime, clock.zone)}>
          {sinceText('Consultado', source.dateTime, clock.now, clock.zone)}
        </time>
      )}
    </div>
  )
}

export const Sources = ({ match, clock }: { match: RegistryMatch; clock: Clock }) => (
  <div className="match__sources stack gap-4-12 align-start ruled">
    <span />
    {ORIGINS.map((origin) => (
      <Source key={origin} match={match} origin={origin} clock={clock} />
    ))}
  </div>
)

type Props = {
  match: RegistryMatch
  choices: Choices
  faults: Faults
  setting: Setting
  editable: boolean
  onChoose: (field: RegistryField, origin: Origin) => void
}

/** Compared character by character, so never wrapped. */
const CODES: readonly RegistryField[] = ['plate', 'vin']

const Field = ({ field, match, choices, faults, setting, editable, onChoose }: Props & { field: RegistryField }) => {
  const id = useId()
  const phone = useMedia(PHONE)
  const fault = faults[field]
  const cell = (origin: Origin) => {
    const value = valueAt(match, field, origin)
    const other = differs(match, field, origin, setting)
    const speaks = other || origin === 'current'
    const words =
      value && !speaks ? 'Igual' : value === undefined ? 'Sin respuesta' : value === null ? NOTHING : displayText(value)
    const content = (
      <span className="narrow">
        <span className={phone ? 'muted' : 'visually-hidden'}>{ORIGIN_TITLES[origin]}: </span>
        <span className={`${CODES.includes(field) ? 'match__value--code' : ''} ${speaks ? '' : 'muted'}`}>{words}</span>
      </span>
    )
    if (!editable || !speaks)
      return (
        <span key={origin} className="match__cell flex gap-8 align-top break">
          {content}
        </span>
      )
    return (
      <label key={origin} className="match__cell flex gap-8 align-top break match__cell--choice pressable">
        <input
          type="radio"
          name={id}
          checked={(choices[field] ?? 'current') === origin}
          onChange={() => onChoose(field, origin)}
        />
        {content}
      </label>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      {...(fault && { 'data-wrong': true, 'aria-describedby': `${id}-fault` })}
      className="match__row stack gap-4-12 align-start ruled"
      tabIndex={-1}
    >
      <span id={`${id}-title`} className="strong">
        {vehicleFieldTitle(field, setting.country)}
      </span>
      {ORIGINS.map(cell)}
      {fault && (
        <small id={`${id}-fault`} className="field__fault full-row">
          {fault}
        </small>
      )}
    </div>
  )
}

export const RegistryTable = (props: Props) => (
  <div className="stack">
    {REGISTRY_FIELDS.filter((field) => props.match.differing.includes(field)).map((field) => (
      <Field key={field} field={field} {...props} />
    ))}
  </div>
)
