// A button; it sends a form only where `type` says so. While its work runs (`busy`) and where it has nothing to do
// (`off`) it keeps the focus and does nothing. Not for what the sign-in page loads: it would bring all the icons
// there.
import './buttons.css'
import type { ComponentProps, ReactNode } from 'react'
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
}

const CLASSES = {
  primary: 'button button--primary',
  danger: 'button button--danger',
  link: 'link-button',
  icon: 'icon-button',
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
    className,
    onClick,
    children,
    ...attributes
  } = props
  const isOff = busy || (off ?? busy)
  const classes = [
    kind ? CLASSES[kind] : 'button',
    small && 'button--small',
    off && !busy && kind === 'primary' && 'button--off',
    className,
  ]
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
      {...attributes}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {!busy && icon && <Icon name={icon} size={iconSize} />}
      {label}
      {about && <span className="visually-hidden"> {about}</span>}
      {children}
    </button>
  )
}
