// What the token may do, by type: boxes for the levels that one holds oneself. A level brings the ones below it.
import { type Permission, ROLE_TYPES } from '@padron/contract/permissions'
import { type ReactNode, useId } from 'react'
import { closed, isReading, without } from './token-words.ts'

type Props = {
  held: readonly Permission[]
  value: readonly Permission[]
  fault: string | undefined
  onChange: (value: readonly Permission[]) => void
}

const NONE: readonly Permission[] = []

const Presets = ({ held, value, onChange }: Omit<Props, 'fault'>): ReactNode => {
  const presets = [
    { name: 'Solo lectura', given: closed(held.filter(isReading)) },
    { name: 'Todos los suyos', given: held },
    { name: 'Ninguno', given: NONE },
  ]
  return (
    <p className="permissions__presets">
      {presets.map(({ name, given }) => (
        <button
          key={name}
          type="button"
          className="button button--small"
          aria-pressed={given.length === value.length && given.every((one) => value.includes(one))}
          onClick={() => onChange(given)}
        >
          {name}
        </button>
      ))}
    </p>
  )
}

export const PermissionsField = ({ held, value, fault, onChange }: Props): ReactNode => {
  const id = useId()
  const wrong = fault ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {}
  return (
    <fieldset className="permissions">
      <legend className="field__required">Permisos</legend>
      <Presets held={held} value={value} onChange={onChange} />
      {fault && (
        <small id={id} className="field__fault">
          {fault}
        </small>
      )}
      <div className="permissions__types">
        {ROLE_TYPES.map(({ roleTypeId, name, levels }) => {
          const own = levels.filter((level) => held.includes(level.name))
          if (!own.length) return null
          return (
            <fieldset key={roleTypeId} className="checks">
              <legend>{name}</legend>
              {own.map((level) => (
                <label key={level.name} className="check">
                  <input
                    type="checkbox"
                    {...wrong}
                    checked={value.includes(level.name)}
                    onChange={({ target }) =>
                      onChange(target.checked ? closed([...value, level.name]) : without(value, level.name))
                    }
                  />
                  {level.description}
                </label>
              ))}
            </fieldset>
          )
        })}
      </div>
    </fieldset>
  )
}
