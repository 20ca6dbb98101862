// A slider for each role type.
import type { RoleGroup } from '@padron/contract/profiles'
import type { ReactNode } from 'react'
import { LevelSlider } from './LevelSlider.tsx'
import { type Levels, leastOf, levelWith } from './levels.ts'

type Props = {
  groups: readonly RoleGroup[]
  levels: Levels
  readOnly?: boolean
  onChange: (levels: Levels) => void
}

export const LevelSliders = ({ groups, levels, readOnly = false, onChange }: Props): ReactNode => (
  <fieldset className="levels stack scroll">
    <legend className="visually-hidden">Permisos del perfil</legend>
    {groups.map((group) => (
      <LevelSlider
        key={group.roleTypeId}
        group={group}
        level={levelWith(groups, levels, group)}
        least={leastOf(groups, levels, group)}
        readOnly={readOnly}
        onChange={(level) => onChange({ ...levels, [group.roleTypeId]: level })}
      />
    ))}
  </fieldset>
)
