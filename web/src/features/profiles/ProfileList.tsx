// The profiles of the company, each with how many users have it.
import type { Profile } from '@padron/contract/profiles'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { byName, usersText } from './levels.ts'

type Props = { profiles: readonly Profile[]; selected: number | undefined; ref?: Ref<HTMLElement> }

export const ProfileList = ({ profiles, selected, ref }: Props): ReactNode => {
  const chosen = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is chosen
  useEffect(() => {
    chosen.current?.scrollIntoView?.({ block: 'nearest' }) // not returned: newer browsers answer a promise
  }, [selected])
  return (
    <nav ref={ref} tabIndex={-1} className="profile-list box scroll" aria-label="Perfiles de la empresa">
      <ul>
        {byName(profiles).map(({ preset: { presetId, rolePresetName, userCount } }) => (
          <li key={presetId}>
            <Link
              ref={presetId === selected ? chosen : null}
              to="."
              search={((before: object) => ({ ...before, perfil: presetId })) as never}
              className="profile-list__one hoverable ring-inside flex gap-12 between baseline ink rounded"
              aria-current={presetId === selected ? 'true' : undefined}
            >
              <span className="strong break narrow">{rolePresetName}</span>
              <span className="muted small">{usersText(userCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
