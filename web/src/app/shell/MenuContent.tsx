// What the menu holds: the product and the company, the screens, the totals of the account, the terms.
import { catalogue } from '@padron/contract/catalogue'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { User } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { Mark, Wordmark } from '../../ui/Mark.tsx'
import { totalsText } from './totals-text.ts'
import { useScreens } from './use-screens.ts'

const TermsDialog = lazy(() => import('../../session/TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))

const NO_TOTALS = 'No se pudieron obtener los totales.'

export const Totals = (): ReactNode => {
  const { data, error, refetch } = useCall(catalogue.basicStats, {})
  if (error && !data)
    return <FailureLine className="menu__totals muted" title={NO_TOTALS} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { vehicles, clients } = data.vehicles
  return <p className="menu__totals muted">{totalsText(vehicles, clients)}</p>
}

/** A logo that cannot be fetched leaves no broken picture behind. */
const CompanyLogo = ({ url, company }: { url: string; company: string }): ReactNode => {
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

/** By hand: `scrollIntoView` would also move the place where the next Tab begins. */
const bringIntoView = (nav: Element, path: string): void => {
  const entry = nav.querySelector(`[href="${path}"]`)?.getBoundingClientRect()
  const { top, bottom } = nav.getBoundingClientRect()
  if (entry) nav.scrollTop += Math.max(0, entry.bottom - bottom) + Math.min(0, entry.top - top)
}

/** The entry of the screen one is on, where the menu is longer than the window: also once there is less room for it. */
const useCurrentEntryInView = (nav: RefObject<HTMLElement | null>): void => {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (!nav.current || typeof ResizeObserver === 'undefined') return
    // It tells of the size at first too.
    const observer = new ResizeObserver(([box]) => {
      if (box) bringIntoView(box.target, path)
    })
    observer.observe(nav.current)
    return () => observer.disconnect()
  }, [nav, path])
}

type Props = { user: User; narrow: boolean; onGo?: () => void }

export const MenuContent = ({ user, narrow, onGo }: Props): ReactNode => {
  const [terms, showTerms] = useState(false)
  const nav = useRef<HTMLElement>(null)
  useCurrentEntryInView(nav)
  return (
    <>
      <div className="menu__brand stack gap-12">
        {narrow ? <Mark /> : <Wordmark />}
        {user.logoURL && <CompanyLogo key={user.logoURL} url={user.logoURL} company={user.parentName} />}
      </div>
      <nav ref={nav} aria-label="Principal" className="menu__nav stack gap-2 grow">
        {useScreens(user).listed.map(({ path, title, icon, ahead }) => (
          <Link
            key={path}
            to={path}
            className="menu__link ring-inside hoverable row gap-10 ink rounded"
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ className: 'menu__link--here' }}
            aria-label={title}
            title={narrow ? title : undefined}
            onClick={onGo}
            onPointerEnter={ahead}
            onFocus={ahead}
          >
            <Icon name={icon} size={20} />
            {!narrow && <span>{title}</span>}
          </Link>
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
