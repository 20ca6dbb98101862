// A slider for each role type.
import { PROFILE_TEXTS, type RoleGroup } from '@padron/contract/profiles'
import { type CSSProperties, useId } from 'react'
import { Tip } from '../../ui/overlay/Tip.tsx'
import { type Least, type Levels, leastOf, levelText, levelWith } from './levels.ts'

const limitText = (group: RoleGroup): string =>
  group.maxLevel === 0
    ? 'Usted no lo tiene: no puede darlo.'
    : `Puede dar hasta «${levelText(group, group.maxLevel)}», su propio nivel.`

const Meanings = ({ group, level }: { group: RoleGroup; level: number }) => (
  <ol className="bullets" start={0}>
    {[0, ...group.roles.map((role) => role.level)].map((each) => (
      <li key={each} value={each} className={each === level ? 'level__here ink' : undefined}>
        {each === 0 ? PROFILE_TEXTS.noLevel : levelText(group, each)}
        {each > group.maxLevel && <span className="muted"> (mayor que su nivel)</span>}
      </li>
    ))}
  </ol>
)

/** A CSS variable from which the style sheet draws the rail. */
const variable = (name: `--${string}`, value: number) => ({ [name]: `${value}` }) as CSSProperties

type LevelSliderProps = {
  group: RoleGroup
  level: number
  least: Least
  readOnly: boolean
  onChange: (level: number) => void
}

const LevelSlider = ({ group, level, least, readOnly, onChange }: LevelSliderProps) => {
  const id = useId()
  const top = group.roles.length
  const limited = group.maxLevel < top && !readOnly
  const fixed = readOnly || group.maxLevel <= least.level
  const included = least.level > 0 && level === least.level // a higher level is the author's own choice
  const words = levelText(group, level)
  const notes = [
    { key: `${id}-least`, text: included && `Incluido por ${least.by}` },
    { key: `${id}-limit`, text: limited && limitText(group) },
  ].filter(({ text }) => text)
  return (
    <Tip id={`${id}-tip`} className="level stack" tip={<Meanings group={group} level={level} />}>
      <label className="strong" htmlFor={id}>
        {group.name}
      </label>
      <div className="level__rail relative" style={variable('--stop', readOnly ? 1 : group.maxLevel / top)}>
        <input
          id={id}
          type="range"
          className="level__input rounded block wide pressable"
          style={variable('--at', level / top)}
          min={0}
          max={top}
          step={1}
          value={level}
          aria-valuetext={words}
          aria-describedby={[...notes.map(({ key }) => key), `${id}-tip`].join(' ')}
          aria-readonly={fixed}
          onChange={({ target }) => fixed || onChange(Math.min(Number(target.value), group.maxLevel))}
        />
        <span className="level__ticks muted absolute" aria-hidden="true">
          {Array.from({ length: top + 1 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tick is identified by its number
            <span key={at} className={at === level ? 'level__here ink' : undefined} style={variable('--at', at / top)}>
              {at}
            </span>
          ))}
        </span>
      </div>
      <span className={`small${level ? '' : ' muted'}`} aria-hidden="true">
        {words}
      </span>
      {notes.map(({ key, text }) => (
        <span key={key} id={key} className="level__limit small muted">
          {text}
        </span>
      ))}
    </Tip>
  )
}

type Props = {
  groups: readonly RoleGroup[]
  levels: Levels
  readOnly?: boolean
  onChange: (levels: Levels) => void
}

export const LevelSliders = ({ groups, levels, readOnly = false, onChange }: Props) => (
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
