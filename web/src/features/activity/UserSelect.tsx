// A user of the company, found by name on the server: a company may have thousands.
import { users as calls } from '@padron/contract/users'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/Combobox.tsx'

const WAIT_MS = 300
const OFFERED = 20

const listArgs = (user: { username?: string; userId?: number }) => ({
  body: {
    userClass: { user },
    filter_options: { page: 1, pageSize: OFFERED, sortBy: 'username', sortFilterOrder: 'asc' },
  } as const,
})

/** The name of a user, for whom only the id is known. */
export const useUserName = (userId: number | undefined): string | undefined => {
  const { data } = useCall(calls.list, listArgs({ userId: userId ?? 0 }), { off: !userId })
  return data?.users[0]?.user.username
}

type Props = { value: number | undefined; onChange: (userId: number | undefined) => void }

export const UserSelect = ({ value, onChange }: Props): ReactNode => {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const username = useDebounced(typed, WAIT_MS)
  const name = useUserName(value)
  const { data, isFetching } = useCall(calls.list, listArgs(username ? { username } : {}), { keep: true, off: !open })
  const found = data?.users.map(({ user }) => ({ value: user.userId, label: user.username })) ?? []
  return (
    <Combobox
      label="Usuario"
      placeholder="Todos"
      single
      options={found}
      value={value === undefined ? [] : [value]}
      nameOf={() => name}
      onChange={([userId]) => onChange(userId)}
      onSearch={setTyped}
      isSearching={isFetching}
      onOpen={setOpen}
    />
  )
}
