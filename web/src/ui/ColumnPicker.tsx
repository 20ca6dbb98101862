// Which columns of a table are shown: remembered for the user. The one that names the row always is.
import { type ReactNode, useState } from 'react'
import { recall, remember } from '../lib/memory.ts'
import { useUser } from '../session/user-context.ts'
import { Icon } from './icons.tsx'
import { Popup } from './Popup.tsx'

type Choosable = { key: string; title: string; byDefault: boolean; head?: true; fixed?: true }
export type ColumnChoice<C extends Choosable = Choosable> = {
  all: readonly C[]
  shown: readonly C[]
  toggle: (key: string) => void
  reset: () => void
}

/** @param name what the browser remembers the choice under */
export const useColumnChoice = <C extends Choosable>(all: readonly C[], name: string): ColumnChoice<C> => {
  const { userId } = useUser()
  const defaults = all.filter(({ byDefault }) => byDefault).map(({ key }) => key)
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const kept = recall(userId, name)
    return Array.isArray(kept) ? kept.map(String) : defaults
  })
  const choose = (keys: readonly string[]): void => {
    setChosen(keys)
    remember(userId, name, keys)
  }
  return {
    all,
    shown: all.filter(({ key, head, fixed }) => head || fixed || chosen.includes(key)),
    toggle: (key) => choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]),
    reset: () => choose(defaults),
  }
}

export const ColumnPicker = ({ columns: { all, shown, toggle, reset } }: { columns: ColumnChoice }): ReactNode => (
  <Popup
    label="Columnas visibles"
    className="button"
    button={
      <>
        <Icon name="columns" size={16} />
        Columnas
      </>
    }
  >
    <div className="picker">
      {all
        .filter(({ fixed }) => !fixed)
        .map((column) => (
          <label key={column.key} className="check">
            <input
              type="checkbox"
              checked={shown.includes(column)}
              disabled={column.head ?? false}
              onChange={() => toggle(column.key)}
            />
            {column.title}
          </label>
        ))}
      <button type="button" className="link-button" onClick={reset}>
        Restablecer columnas
      </button>
    </div>
  </Popup>
)
