// «Qué puede Ana»: what a user may do and see, and by which profile.
import { ROLE_TYPES, type Role, SCOPED_ROLES } from '@padron/contract/permissions'
import { stateName } from '@padron/contract/places/states'
import { tags } from '@padron/contract/tags'
import type { UserRow, VehicleScope } from '@padron/contract/users'
import { useQuietCall } from '../../api/use-call.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { fullName } from './user-texts.ts'

const KINDS: Readonly<Record<keyof VehicleScope, (scope: VehicleScope, tagName: (id: number) => string) => string>> = {
  states: ({ states = [] }) => `de ${joined(states.map(stateName))}`,
  tags: ({ tags = [] }, tagName) => `con la etiqueta ${joined(tags.map(tagName))}`,
  holders: ({ holders = [] }) => `a nombre de ${joined(holders)}`,
  lessors: ({ lessors = [] }) => `de la arrendadora ${joined(lessors)}`,
}
const joined = (words: readonly string[]): string => new Intl.ListFormat('es', { type: 'disjunction' }).format(words)

const partOf = (scope: VehicleScope, tagName: (id: number) => string): string => {
  const kinds = (Object.keys(KINDS) as (keyof VehicleScope)[]).filter((kind) => scope[kind])
  return (
    `Solo los vehículos ${kinds.map((kind) => KINDS[kind](scope, tagName)).join(', y además ')}, ` +
    'porque así se eligió en su usuario. Lo que es de toda la empresa no lo ve.'
  )
}

/** The vehicles that the user sees in lists, calendars and files: all, or a part of the fleet. */
const sightOf = (row: UserRow, can: readonly Ability[], tagName: (id: number) => string): string => {
  const { user, roles, tags, vehicleScope } = row
  if (!user.isMain && roles.length === 0) return 'Nada: solo puede entrar y cambiar su contraseña.'
  if (can.every(({ may }) => may.length === 0))
    return 'Nada: sus permisos no se tienen mientras se vea solo una parte de los vehículos.'
  if (vehicleScope) return partOf(vehicleScope, tagName)
  const limits = tags.length > 0 ? ' Sus etiquetas no limitan lo que ve.' : ''
  return `Todos los vehículos de la empresa, donde sus permisos los muestran.${limits}`
}

const FACTORS = { application: 'código de su aplicación', passkey: 'llave de acceso' }
const entranceOf = ({ secondFactor, entersBy }: UserRow['user']): string => {
  if (entersBy.includes('company')) return 'El proveedor de identidad de su empresa'
  if (!secondFactor) return 'Contraseña'
  const kinds = entersBy.filter((kind) => kind === 'application' || kind === 'passkey').map((kind) => FACTORS[kind])
  return `Contraseña y ${joined(kinds.length > 0 ? kinds : ['código de recuperación'])}`
}

const reasonOf = ({ user, preset, roles }: UserRow): string => {
  if (user.isMain) return 'Es la cuenta principal: puede todo, y nadie se lo puede quitar.'
  if (preset.presetId > 0) return `Lo que da su perfil, «${preset.rolePresetName}».`
  return roles.length > 0 ? 'Tiene permisos propios, sin perfil.' : 'No tiene perfil ni permisos propios.'
}

type Ability = { name: string; may: string[]; lost: string[] }
/**
 * Of each type, the lowest level first: what the user may do, and what the profile grants without effect because the
 * user sees a part of the fleet.
 */
const abilitiesOf = ({ user, roles, vehicleScope }: UserRow): Ability[] =>
  ROLE_TYPES.map(({ roleTypeId, name, levels }) => {
    const level = Math.max(0, ...roles.filter((role) => role.roleTypeId === roleTypeId).map((role) => role.level))
    const given: readonly { name: Role; description: string }[] = user.isMain ? levels : levels.slice(0, level)
    const isEffective = (role: Role) => vehicleScope === null || SCOPED_ROLES.includes(role)
    const textsOf = (effective: boolean) =>
      given.filter((each) => isEffective(each.name) === effective).map(({ description }) => description)
    return { name, may: textsOf(true), lost: textsOf(false) }
  })

type Props = {
  row: UserRow
  /** Undefined if the signed-in user may not change it. */
  onEdit: (() => void) | undefined
  /** Undefined if the signed-in user may not remove the second factor. */
  onRemoveFactor: (() => void) | undefined
  onClose: () => void
}

export const PermissionsDialog = ({ row, onEdit, onRemoveFactor, onClose }: Props) => {
  const { user, userInfo } = row
  const { data } = useQuietCall(tags.list, {}, { off: !useCan('tags_read') || !row.vehicleScope?.tags })
  const tagName = (id: number): string => data?.userTags.find(({ tagId }) => tagId === id)?.tagName ?? `número ${id}`
  const abilities = abilitiesOf(row)
  const lost = abilities.flatMap((each) => each.lost)
  const none = abilities.filter((each) => each.may.length === 0 && each.lost.length === 0)
  return (
    <Dialog
      title={`Qué puede ${fullName(userInfo) || user.username}`}
      isText
      onClose={onClose}
      footer={onEdit && <Button label="Cambiar su perfil" icon="edit" onClick={onEdit} />}
    >
      {!user.userStatus && <p className="strong">Está inactivo: hoy no puede entrar.</p>}
      <p className="measure">{reasonOf(row)}</p>
      <dl className="abilities stack gap-8">
        <div>
          <dt className="strong">Ve</dt>
          <dd>{sightOf(row, abilities, tagName)}</dd>
        </div>
        <div>
          <dt className="strong">Entra con</dt>
          <dd className="row-wrap gap-8">
            {entranceOf(user)}
            {user.secondFactor && onRemoveFactor && (
              <Button
                label="Quitar la verificación en dos pasos"
                kind="link"
                aria-haspopup="dialog"
                onClick={onRemoveFactor}
              />
            )}
          </dd>
        </div>
        {abilities
          .filter(({ may }) => may.length > 0)
          .map(({ name, may }) => (
            <div key={name}>
              <dt className="strong">{name}</dt>
              <dd>{may.join(' · ')}</dd>
            </div>
          ))}
        {lost.length > 0 && (
          <div>
            <dt className="strong">En sus permisos, pero sin efecto mientras vea solo una parte</dt>
            <dd className="muted">{lost.join(' · ')}</dd>
          </div>
        )}
        {none.length > 0 && (
          <div>
            <dt className="strong">No puede nada de</dt>
            <dd className="muted">{none.map(({ name }) => name).join(' · ')}</dd>
          </div>
        )}
      </dl>
    </Dialog>
  )
}
