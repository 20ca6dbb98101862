// A button; it sends a form only where `type` says so. While its work runs (`busy`), where it has nothing to do (`off`)
// and where it would send without a network (`sends`) it keeps the focus and does nothing. Not for what the sign-in
// page loads: it would bring all the icons there.
import './buttons.css'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { notify } from '../api/notify.ts'
import { OFF_NOTE, OFF_REASON, useIsOffline } from '../api/offline.ts'
import { Icon, type IconName } from './icons.tsx'

type Props = ComponentProps<'button'> & {
  label?: ReactNode
  /** What the label speaks of, for those who hear it without seeing where it stands. */
  about?: string | undefined
  kind?: 'primary' | 'danger' | 'link' | 'icon' | undefined
  small?: boolean
  icon?: IconName | undefined
  iconSize?: number
  busy?: boolean
  off?: boolean
  /** It needs the network; by default what has work of its own or opens a dialog, most of which are forms. */
  sends?: boolean
}

const CLASSES = {
  primary: 'button button--primary',
  danger: 'button button--danger',
  link: 'link-button',
  icon: 'icon-button',
}

/** By touch and by keyboard a title is not to be had. What it would submit is not submitted. */
const sayOff = (event: MouseEvent): void => {
  event.preventDefault()
  notify('warning', OFF_NOTE)
}

export const Button = (props: Props) => {
  const {
    label,
    about,
    kind,
    small,
    icon,
    iconSize = small ? 15 : 16,
    busy,
    off,
    sends = busy !== undefined || props['aria-haspopup'] === 'dialog',
    className,
    onClick,
    children,
    ...attributes
  } = props
  const isCut = useIsOffline() && sends
  const isOff = busy || (off ?? busy)
  const looksOff = isCut || (off && !busy && kind === 'primary')
  const classes = [
    kind && !(isCut && kind === 'danger') ? CLASSES[kind] : 'button',
    small && 'button--small',
    looksOff && 'button--off',
    className,
  ]
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
      {...attributes}
      {...(isCut && { 'aria-disabled': true, title: OFF_REASON, onClick: sayOff })}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {!busy && icon && <Icon name={icon} size={iconSize} />}
      {label}
      {about && <span className="visually-hidden"> {about}</span>}
      {children}
    </button>
  )
}
