// The side menu: open, narrow, or on a phone a drawer behind a button. Whether it is narrow is stored.
import { catalogue } from '@padron/contract/catalogue'
import { pending } from '@padron/contract/pending'
import { countOf } from '@padron/contract/texts/count-of'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useCall, useQuietCall } from '../../api/use-call.ts'
import { recall, remember } from '../../lib/memory.ts'
import { numberText } from '../../lib/number-text.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { can, type User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { Mark, Wordmark } from '../../ui/Mark.tsx'
import { roveDown } from '../../ui/overlay/roving-tabindex.ts'
import type { MenuEntry } from '../menu.ts'
import { useScreens } from './use-screens.ts'

/**
 * '600 vehículos · 6 razones sociales'.
 * @param clients holders named by vehicles; zero does not mean that vehicles have no holder
 */
export const totalsText = (vehicles: number, clients: number): string => {
  if (vehicles === 0) return 'Sin vehículos'
  const holders = clients === 0 ? 'sin razón social registrada' : countOf(clients, 'razón social', 'razones sociales')
  return `${countOf(vehicles, 'vehículo', 'vehículos')} · ${holders}`
}

const TermsDialog = lazy(() => import('../../session/TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))

const NO_TOTALS = 'No se pudieron obtener los totales.'

export const Totals = () => {
  const { data, error, refetch } = useCall(catalogue.basicStats, {})
  if (error && !data) return <FailureLine className="menu__totals muted" title={NO_TOTALS} query={{ error, refetch }} />
  if (!data) return null
  const { vehicles, clients } = data.vehicles
  return <p className="menu__totals muted">{totalsText(vehicles, clients)}</p>
}

/** Hidden if the logo cannot be loaded. */
const CompanyLogo = ({ url, company }: { url: string; company: string }) => {
  const [missing, miss] = useState(false)
  if (missing) return null
  return (
    <img
      className="menu__logo rounded-small"
      src={url}
      height={40}
      alt={`Logotipo de ${company || 'la empresa'}`}
      onError={() => miss(true)}
    />
  )
}

/** Not `scrollIntoView`, which also moves the starting point of the next Tab. */
const bringIntoView = (nav: Element, href: string): void => {
  const entry = nav.querySelector(`[href="${href}"]`)?.getBoundingClientRect()
  const { top, bottom } = nav.getBoundingClientRect()
  if (entry) nav.scrollTop += Math.max(0, entry.bottom - bottom) + Math.min(0, entry.top - top)
}

/** Keeps the current entry visible in a menu longer than the window, also after a resize. */
const useEntryInView = (nav: RefObject<HTMLElement | null>, href: string | undefined): void => {
  useEffect(() => {
    if (!nav.current || !href || typeof ResizeObserver === 'undefined') return
    // The observer reports the initial size too.
    const observer = new ResizeObserver(([box]) => {
      if (box) bringIntoView(box.target, href)
    })
    observer.observe(nav.current)
    return () => observer.disconnect()
  }, [nav, href])
}

const ownText = (own: number): string => (own > 99 ? '99+' : numberText(own))

type EntryProps = {
  entry: MenuEntry
  here: boolean
  narrow: boolean
  /** Number of items assigned to the user. */
  own: number | undefined
  onGo: (() => void) | undefined
}
const Entry = ({ entry: { paths, title, icon, ahead }, here, narrow, own, onGo }: EntryProps) => (
  <li>
    <Link
      to={paths[0]}
      className={`menu__link ring-inside hoverable row gap-10 ink rounded${here ? ' menu__link--here' : ''}`}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={here ? 'page' : undefined}
      aria-label={own ? `${title} ${ownText(own)} ${own === 1 ? 'asignado' : 'asignados'} a usted` : title}
      title={narrow ? title : undefined}
      onClick={onGo}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      <Icon name={icon} size={20} />
      {!narrow && <span>{title}</span>}
      {own ? <span className="menu__own tiny strong figures-text"> {ownText(own)}</span> : null}
    </Link>
  </li>
)

/** @param headed false if the only entry has the name of the heading */
const Group = ({ title, headed, children }: { title: string; headed: boolean; children: ReactNode }) => (
  <div className="menu__group">
    {headed && (
      <p className="menu__heading tiny muted strong" aria-hidden="true">
        {title}
      </p>
    )}
    <ul aria-label={title} className="menu__entries stack gap-2">
      {children}
    </ul>
  </div>
)

const MenuContent = ({ user, narrow, onGo }: { user: User; narrow: boolean; onGo?: () => void }) => {
  const [terms, showTerms] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { menu } = useScreens(user)
  const own = useQuietCall(pending.mine, {}, { off: !can(user, 'vehicles_read') }).data?.total
  const current = menu.flatMap(({ entries }) => entries).find(({ paths }) => paths.some((one) => one === path))
  useEntryInView(nav, current?.paths[0])
  return (
    <>
      <div className="menu__brand stack gap-12">
        {narrow ? <Mark /> : <Wordmark />}
        {user.logoURL && <CompanyLogo key={user.logoURL} url={user.logoURL} company={user.parentName} />}
        {!narrow && user.parentName && <p className="tiny muted break">{user.parentName}</p>}
      </div>
      <nav ref={nav} aria-label="Principal" className="menu__nav stack grow">
        {menu.map(({ title, entries }) => (
          <Group key={title} title={title} headed={!narrow && entries.length > 1}>
            {entries.map((entry) => (
              <Entry
                key={entry.paths[0]}
                entry={entry}
                here={entry === current}
                narrow={narrow}
                own={entry.paths[0] === '/pending' ? own : undefined}
                onGo={onGo}
              />
            ))}
          </Group>
        ))}
      </nav>
      <div className="menu__foot stack gap-4 small">
        {!narrow && <Totals />}
        <button
          type="button"
          className="menu__terms hover-ink row gap-8 muted rounded-small text-start"
          aria-label="Términos y condiciones"
          title={narrow ? 'Términos y condiciones' : undefined}
          onClick={() => showTerms(true)}
        >
          {narrow ? <Icon name="info" /> : 'Términos y condiciones'}
        </button>
      </div>
      {terms && (
        <Suspense>
          <TermsDialog onClose={() => showTerms(false)} />
        </Suspense>
      )}
    </>
  )
}

const NARROW = 'menu-narrow'

export const SideMenu = ({ user }: { user: User }) => {
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  useBackCloses(phone && open, () => setOpen(false))
  // On a medium screen the menu starts narrow, to leave room for the table.
  const [narrow, setNarrow] = useState(() => {
    const stored = recall(user.userId, NARROW)
    return typeof stored === 'boolean' ? stored : matchMedia('(max-width: 1279px)').matches
  })
  const toggle = (): void => {
    remember(user.userId, NARROW, !narrow)
    setNarrow(!narrow)
  }
  if (phone)
    return (
      <>
        <Button
          kind="icon"
          className="shell__burger no-print absolute"
          aria-label="Abrir menú"
          onClick={() => setOpen(true)}
          icon="menu"
          iconSize={22}
        />
        {open && (
          <Dialog title="Menú" shape="side" onClose={() => setOpen(false)}>
            <MenuContent user={user} narrow={false} onGo={() => setOpen(false)} />
          </Dialog>
        )}
      </>
    )
  return (
    <aside ref={roveDown} className={`menu column rigid surface${narrow ? ' menu--narrow' : ''}`}>
      <MenuContent user={user} narrow={narrow} />
      <button
        type="button"
        className="menu__toggle hover-ink row gap-8 muted rounded-small text-start small"
        aria-label={narrow ? 'Expandir menú' : 'Contraer menú'}
        aria-expanded={!narrow}
        onClick={toggle}
      >
        <Icon name={narrow ? 'right' : 'left'} />
        {!narrow && 'Contraer'}
      </button>
    </aside>
  )
}
