// One's own account, for whoever is signed in.
import { account as calls } from '@padron/contract/account'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { AcceptedTerms } from './AcceptedTerms.tsx'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import './account.css'
import { OwnPermissions } from './OwnPermissions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonalData } from './PersonalData.tsx'
import { Programs } from './Programs.tsx'
import { SignIns } from './SignIns.tsx'

export const AccountScreen = (): ReactNode => {
  useTitle('Mi cuenta')
  const { zone } = useUser()
  const now = useNow()
  const { data, isError, error, refetch } = useCall(calls.me, {})
  const clock = { now, zone }
  const content = () => {
    if (data)
      return (
        <div className="account__panels stack gap-16 align-start">
          <div className="stack gap-16">
            <PersonalData account={data} clock={clock} />
            <AcceptedTerms account={data} clock={clock} />
            <Programs />
          </div>
          <div className="stack gap-16">
            <PasswordForm username={data.username} />
            <OwnPermissions account={data} />
          </div>
          <SignIns account={data} clock={clock} />
        </div>
      )
    if (isError) return <LoadFailure title={calls.me.fails} error={error} onRetry={() => void refetch()} />
    return <AccountSkeleton />
  }
  return (
    <div className="account wide">
      <PrintLine now={now} />
      <h1>Mi cuenta</h1>
      {content()}
    </div>
  )
}
