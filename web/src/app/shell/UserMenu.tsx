// The user's menu: account, theme and signing out.
import { onboarding } from '@padron/contract/onboarding'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useAction } from '../../api/use-action.ts'
import { chooseTheme, type ThemeChoice, useTheme } from '../../lib/theme.ts'
import { can, type User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/overlay/Popup.tsx'
import { useSignOut } from './use-sign-out.ts'

const THEMES: readonly { choice: ThemeChoice; text: string }[] = [
  { choice: 'system', text: 'Sistema' },
  { choice: 'light', text: 'Claro' },
  { choice: 'dark', text: 'Oscuro' },
]

/** Shows the first steps above the catalogue again. */
const FirstStepsButton = ({ onShow }: { onShow: () => void }) => {
  const navigate = useNavigate()
  const { mutate, isPending } = useAction(onboarding.dismiss, {
    onSuccess: () => {
      onShow()
      void navigate({ to: '/' })
    },
  })
  return (
    <Button label="Primeros pasos" icon="on" busy={isPending} onClick={() => mutate({ body: { dismissed: false } })} />
  )
}

const ThemeSwitch = () => {
  const { choice } = useTheme()
  return (
    <fieldset className="theme">
      <legend>Tema</legend>
      <div className="theme__row flex bordered rounded">
        {THEMES.map((theme) => (
          <label key={theme.choice} className="theme__one grow relative pressable">
            <input
              className="absolute"
              type="radio"
              name="theme"
              checked={choice === theme.choice}
              onChange={() => chooseTheme(theme.choice)}
            />
            <span className="text-center block rounded-small">{theme.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export const UserMenu = ({ user }: { user: User }) => {
  const { signOut, busy } = useSignOut(user)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const button = (
    <>
      <Icon name="user" size={20} />
      <span className="top__name truncate">{user.name}</span>
      <Icon name="down" size={14} />
    </>
  )
  return (
    // Keyed by the path: a navigation closes the popup.
    <Popup
      key={path}
      label="Usuario"
      className="top__user hoverable row gap-6 narrow rounded pressable"
      buttonLabel={`Usuario ${user.name}`}
      button={button}
    >
      {(close) => (
        <div className="user-menu stack gap-14">
          <p className="stack">
            <strong>{user.name}</strong>
            {user.parentName && user.parentName !== user.name && <span className="muted">{user.parentName}</span>}
          </p>
          <Link to="/account" className="button" activeProps={{ 'aria-current': 'page' }}>
            <Icon name="user" size={16} />
            Mi cuenta
          </Link>
          {can(user, 'users_admin') && can(user, 'vehicles_read') && <FirstStepsButton onShow={close} />}
          <ThemeSwitch />
          <Button label="Cerrar sesión" icon="out" sends={false} busy={busy} onClick={() => void signOut()} />
        </div>
      )}
    </Popup>
  )
}
