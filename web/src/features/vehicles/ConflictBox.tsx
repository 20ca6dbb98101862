// Another user changed the vehicle while the form was open: shows both versions of each field in conflict with a
// choice, and the changes that were merged. A choice goes into the form; 'Guardar' then saves over the newest version.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { useEffect, useId, useRef } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import type { Conflict } from './conflict.ts'
import type { VehicleForm } from './use-vehicle-form.ts'
import { isSameValue, type ValueField, type VehicleValues, vehicleFieldTitle } from './vehicle-values.ts'

type Value = VehicleValues[ValueField]
type Words = (field: ValueField, value: Value) => string

/** A value as text: a state by its name, tags by theirs. */
const wordsOf =
  (country: Country, row: VehicleRow | undefined): Words =>
  (field, value) => {
    if (field === 'stateId')
      return statesOf(country).find(({ stateId }) => stateId === Number(value))?.stateName ?? NOTHING
    if (field !== 'tags') return `${value}` || NOTHING
    const names = (value as readonly number[]).map((id) => row?.tags.find(({ tagId }) => tagId === id)?.tagName)
    return names.map((name) => name ?? 'otra etiqueta').join(', ') || NOTHING
  }

type ChoiceProps = { form: VehicleForm; conflict: Conflict; words: Words }

const Choice = ({ form, conflict: { field, read, theirs, mine }, words }: ChoiceProps) => {
  const name = useId()
  const title = vehicleFieldTitle(field, form.setting.country)
  const now = form.values[field]
  const options = [
    { value: mine, text: 'Lo que usted escribió' },
    { value: theirs, text: 'Lo que guardó la otra persona' },
  ]
  return (
    <fieldset className="clash__field">
      <legend>{title}</legend>
      <p className="small muted">Al abrirlo: {words(field, read)}</p>
      {options.map(({ value, text }) => (
        <label key={text} className="clash__option row gap-8 break">
          <input
            type="radio"
            name={name}
            checked={isSameValue(field, now, value, form.setting)}
            onChange={() => form.put({ [field]: value })}
          />
          <span>
            {text}: <strong>{words(field, value)}</strong>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export const ConflictBox = ({ form }: { form: VehicleForm }) => {
  const { clash, setting, stored } = form
  const box = useRef<HTMLElement>(null)
  // The box may be scrolled out of view.
  useEffect(() => {
    if (clash) box.current?.focus()
  }, [clash])
  if (!clash) return null
  const words = wordsOf(setting.country, stored)
  const { conflicts, adopted } = clash
  return (
    <section
      ref={box}
      className="clash stack gap-8 soft bordered rounded pad-12"
      tabIndex={-1}
      aria-label="Cambios de otra persona"
    >
      <p role="alert">
        <strong>{FORM_TEXTS.changedMeanwhile}</strong> Nada se ha guardado todavía; lo que usted escribió sigue aquí.
      </p>
      {conflicts.length > 0 && <p>Elija qué queda en cada campo que cambiaron los dos:</p>}
      {conflicts.map((conflict) => (
        <Choice key={conflict.field} form={form} conflict={conflict} words={words} />
      ))}
      {adopted.length > 0 && (
        <>
          <p>Se tomó lo que solo cambió la otra persona:</p>
          <ul className="bullets break">
            {adopted.map(({ field, read, theirs }) => (
              <li key={field}>
                {vehicleFieldTitle(field, setting.country)}: <s>{words(field, read)}</s> →{' '}
                <strong>{words(field, theirs)}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {conflicts.length + adopted.length === 0 && (
        <p>No cambió ninguno de estos campos: pudo ser su estatus o un reemplazo.</p>
      )}
      <p>«Guardar» escribe lo suyo sobre la versión más reciente.</p>
    </section>
  )
}
