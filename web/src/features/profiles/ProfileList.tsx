// The profiles of the company, each with how many users have it.
import type { Profile } from '@padron/contract/profiles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usersText } from './levels.ts'

type Props = { profiles: readonly Profile[]; selected: number | undefined }

export const ProfileList = ({ profiles, selected }: Props): ReactNode => (
  <nav className="profile-list" aria-label="Perfiles de la empresa">
    <ul>
      {profiles.map(({ preset: { presetId, rolePresetName, userCount } }) => (
        <li key={presetId}>
          <Link
            to="."
            search={((before: object) => ({ ...before, perfil: presetId })) as never}
            className="profile-list__one"
            aria-current={presetId === selected ? 'true' : undefined}
          >
            <span className="profile-list__name">{rolePresetName}</span>
            <span className="muted">{usersText(userCount)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
