// The company's profiles: the list on the left, the open one on the right (spec bulk §2). On a phone one or the other.
import '../../ui/page.css'
import './profiles.css'
import { profiles as calls, NO_PROFILE, PROFILE_TEXTS, type Profile } from '@padron/contract/profiles'
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { byName, usersText } from './levels.ts'
import { NewProfileDialog } from './NewProfileDialog.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { ProfilesSearch } from './search.ts'

const bars = (count: number) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
  Array.from({ length: count }, (_, i) => <span key={i} className="profiles__bar rounded" />)

const ProfilesSkeleton = () => (
  <div className="profiles__both stack gap-16 align-start" role="status" aria-label="Cargando perfiles">
    <div className="profiles__bars box stack pad-16">{bars(5)}</div>
    <div className="profiles__bars box stack pad-16 profiles__bars--wide">{bars(12)}</div>
  </div>
)

/** Opens another profile, or none; other search parameters stay. */
const searchWith = (perfil: number | undefined) => ((before: object) => ({ ...before, perfil })) as never

type Props = { profiles: readonly Profile[]; selected: number | undefined; ref?: Ref<HTMLElement> }

const ProfileList = ({ profiles, selected, ref }: Props) => {
  const selectedLink = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another profile is opened
  useEffect(() => {
    selectedLink.current?.scrollIntoView?.({ block: 'nearest' }) // not returned: newer browsers return a promise
  }, [selected])
  return (
    <nav ref={ref} tabIndex={-1} className="profile-list box scroll" aria-label="Perfiles de la empresa">
      <ul>
        {byName(profiles).map(({ preset: { presetId, rolePresetName, userCount } }) => (
          <li key={presetId}>
            <Link
              ref={presetId === selected ? selectedLink : null}
              to="."
              search={searchWith(presetId)}
              className="profile-list__one hoverable ring-inside flex gap-12 between baseline ink rounded"
              aria-current={presetId === selected ? 'true' : undefined}
            >
              <span className="strong break narrow">{rolePresetName}</span>
              <span className="muted small rigid">{usersText(userCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export const ProfilesScreen = () => {
  useTitle('Perfiles')
  const phone = useMedia(PHONE)
  const mayAdd = useCan('presets-admin')
  const now = useNow()
  const [{ perfil }, setSearch] = useSearchState(ProfilesSearch)
  const list = useCall(calls.list, {})
  const groups = useCall(calls.groups, {})
  const [adding, add] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isDeleted = useRef(false)
  // 'Sin roles' is not a profile: it is neither listed nor edited (spec bulk §3).
  const all = list.data?.catalogFilter.filter(({ preset }) => preset.presetId !== NO_PROFILE) ?? []
  const open = all.find(({ preset }) => preset.presetId === perfil)
  const namesBut = (id?: number): string[] =>
    all.filter(({ preset }) => preset.presetId !== id).map(({ preset }) => preset.rolePresetName)

  // After the confirmation has closed, which returns the focus to a button that no longer exists.
  useEffect(() => {
    if (!isDeleted.current || perfil) return
    isDeleted.current = false
    ;(nav.current ?? heading.current)?.focus()
  })

  const right = () => {
    if (open && groups.data)
      return (
        <ProfileEditor
          key={open.preset.presetId}
          profile={open}
          groups={groups.data.orderRoles}
          others={namesBut(open.preset.presetId)}
          onReload={list.refetch}
          onDeleted={() =>
            setSearch(
              (now) => {
                if (now.perfil !== open.preset.presetId) return undefined // another profile was opened meanwhile
                isDeleted.current = true
                return { perfil: undefined }
              },
              { replace: true },
            )
          }
        />
      )
    if (perfil) return <Message title="Este perfil ya no existe" detail={PROFILE_TEXTS.nothingSelected} />
    return <Message title={PROFILE_TEXTS.nothingSelected} />
  }
  const content = () => {
    const failed = [list, groups].find(({ isError, data }) => isError && !data)
    if (failed)
      return (
        <LoadFailure
          title={failed === list ? calls.list.fails : calls.groups.fails}
          query={{
            error: failed.error,
            refetch: () => [list, groups].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
          }}
        />
      )
    if (!list.data || !groups.data) return <ProfilesSkeleton />
    if (!all.length)
      return (
        <Message
          title="Sin perfiles"
          detail={mayAdd ? 'Agregue el primero para asignarlo a sus usuarios.' : 'La empresa aún no tiene perfiles.'}
        />
      )
    return (
      <div className="profiles__both stack gap-16 align-start">
        {!(phone && open) && <ProfileList ref={nav} profiles={all} selected={perfil} />}
        {!(phone && !perfil) && (
          <section className="box narrow pad-16" aria-label={open ? 'Perfil elegido' : PROFILE_TEXTS.nothingSelected}>
            {phone && open && (
              <Link to="." search={searchWith(undefined)} className="profiles__back no-print row-inline gap-4">
                <Icon name="left" size={16} />
                Todos los perfiles
              </Link>
            )}
            {right()}
          </section>
        )}
      </div>
    )
  }
  return (
    <div className="profiles page flex column gap-12 wide">
      <PrintLine now={now} />
      <header className="row-wrap gap-8-12 between">
        <h1 ref={heading} tabIndex={-1}>
          Perfiles
        </h1>
        {mayAdd && (
          <Button
            label="Agregar perfil"
            kind="primary"
            icon="plus"
            aria-haspopup="dialog"
            aria-disabled={!groups.data}
            onClick={() => groups.data && add(true)}
          />
        )}
      </header>
      <h2>Editar perfiles</h2>
      {content()}
      {adding && groups.data && (
        <NewProfileDialog
          groups={groups.data.orderRoles}
          names={namesBut()}
          onMade={(presetId) => setSearch({ perfil: presetId })}
          onClose={() => add(false)}
        />
      )}
    </div>
  )
}
