// What the token may do, by type: boxes for the levels that one holds oneself. A level brings the ones below it.
import { type Permission, ROLE_TYPES } from '@padron/contract/permissions'
import type { ReactNode } from 'react'
import { formFields } from '../../ui/form/fields.tsx'
import type { TokenValues } from './token-values.ts'
import { closed, isReading, without } from './token-words.ts'

const { GroupField } = formFields<TokenValues>()

type PresetsProps = {
  held: readonly Permission[]
  value: readonly Permission[]
  onChange: (value: readonly Permission[]) => void
}

const NONE: readonly Permission[] = []

const Presets = ({ held, value, onChange }: PresetsProps): ReactNode => {
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

export const PermissionsField = ({ held }: { held: readonly Permission[] }): ReactNode => (
  <GroupField name="permissions" label="Permisos" required className="permissions">
    {(box, { value, put }) => (
      <>
        <Presets held={held} value={value} onChange={put} />
        <div className="permissions__types">
          {ROLE_TYPES.map(({ roleTypeId, name, levels }) => {
            const own = levels.filter((level) => held.includes(level.name))
            if (!own.length) return null
            return (
              <fieldset key={roleTypeId} className="checks scroll">
                <legend>{name}</legend>
                {own.map((level) => (
                  <label key={level.name} className="check">
                    <input
                      type="checkbox"
                      {...box}
                      checked={value.includes(level.name)}
                      onChange={({ target }) =>
                        put(target.checked ? closed([...value, level.name]) : without(value, level.name))
                      }
                    />
                    {level.description}
                  </label>
                ))}
              </fieldset>
            )
          })}
        </div>
      </>
    )}
  </GroupField>
)
