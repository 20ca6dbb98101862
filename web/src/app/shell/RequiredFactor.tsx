// Replaces the console if the company requires a second factor that the user has not set up yet.
import { account as calls, FACTOR_TEXTS } from '@padron/contract/account'
import { useCall } from '../../api/use-call.ts'
import { SecondFactor } from '../../features/account/SecondFactor.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { verifySession } from '../../session/session.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FullScreenLoader } from '../../ui/list/Loader.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { useSignOut } from './use-sign-out.ts'

export const RequiredFactor = ({ onDone }: { onDone: () => void }) => {
  useTitle('Verificación en dos pasos')
  const clock = useClock()
  const { signOut } = useSignOut(useUser())
  const { data, isError, error, refetch } = useCall(calls.me, {})
  if (isError && !data) return <LoadFailure title={calls.me.fails} query={{ error, refetch }} />
  if (!data) return <FullScreenLoader label="Cargando su cuenta" />
  return (
    <main className="required-factor page stack gap-16 pad-20">
      <h1>Un paso más para entrar</h1>
      <p className="measure">{FACTOR_TEXTS.missing}.</p>
      <SecondFactor account={data} clock={clock} onSetUp={() => void verifySession().then(onDone)} />
      <p>
        <Button label="Cerrar sesión" onClick={() => void signOut()} />
      </p>
    </main>
  )
}
