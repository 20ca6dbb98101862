// A button; it submits a form only if `type` says so. While its work runs (`busy`), if it has nothing to do (`off`), or
// if it needs the network and there is none (`sends`), it keeps the focus and does nothing. The sign-in page must not
// load it, because it brings all the icons.
import './buttons.css'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { notify } from '../api/notify.ts'
import { OFF_NOTE, OFF_REASON, useIsOffline } from '../api/offline.ts'
import { Icon, type IconName } from './icons.tsx'

type Props = ComponentProps<'button'> & {
  label?: ReactNode
  /** The object of the label, for screen readers, whose users do not see the button's place. */
  about?: string | undefined
  kind?: 'primary' | 'danger' | 'link' | 'icon' | undefined
  small?: boolean
  icon?: IconName | undefined
  iconSize?: number
  busy?: boolean
  off?: boolean
  /** It needs the network. Default: true if it has work of its own or opens a dialog, as most dialogs are forms. */
  sends?: boolean
}

const CLASSES = {
  primary: 'button button--primary',
  danger: 'button button--danger',
  link: 'link-button',
  icon: 'icon-button',
}

/** Shows why the button is off, because touch and keyboard show no title, and prevents a submit. */
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
