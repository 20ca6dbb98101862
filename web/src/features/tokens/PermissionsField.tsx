// The permissions of a program, selected among the user's own: each level includes the lower ones.
import { holds, PERMISSIONS, type Permission, ROLE_TYPES } from '@padron/contract/permissions'
import { useMemo } from 'react'
import { z } from 'zod/mini'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { isReading, withIncluded, withoutPermission } from './token-texts.ts'

const { GroupField } = formFields<{ permissions: readonly Permission[] }>()

export const useOwnPermissions = (): readonly Permission[] => {
  const { role } = useUser()
  return useMemo(() => PERMISSIONS.filter((permission) => holds(role, permission)), [role])
}

/** @param available the permissions that the user may grant; a stored draft may name others */
export const permissionsDraft = (available: readonly Permission[]) =>
  z.pipe(
    z.array(z.string()),
    z.transform((names) => withIncluded(available.filter((permission) => names.includes(permission)))),
  )

export const PermissionsField = ({ available }: { available: readonly Permission[] }) => {
  const presets: readonly { name: string; given: readonly Permission[] }[] = [
    { name: 'Solo lectura', given: withIncluded(available.filter(isReading)) },
    { name: 'Todos los suyos', given: available },
    { name: 'Ninguno', given: [] },
  ]
  return (
    <GroupField name="permissions" label="Permisos" required className="permissions">
      {(box, { value, put }) => (
        <>
          <p className="permissions__presets flex-wrap gap-8">
            {presets.map(({ name, given }) => (
              <Button
                key={name}
                label={name}
                small
                aria-pressed={given.length === value.length && given.every((one) => value.includes(one))}
                onClick={() => put(given)}
              />
            ))}
          </p>
          <div className="permissions__types">
            {ROLE_TYPES.map(({ roleTypeId, name, levels }) => {
              const own = levels.filter((level) => available.includes(level.name))
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
                          put(
                            target.checked
                              ? withIncluded([...value, level.name])
                              : withoutPermission(value, level.name),
                          )
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
}
