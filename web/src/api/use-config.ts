// The run-time settings as a hook; undefined until they are loaded.
import type { Config } from '@padron/contract/operator'
import { useEffect, useState } from 'react'
import { loadConfig } from './client.ts'

export const useConfig = (): Config | undefined => {
  const [config, setConfig] = useState<Config>()
  useEffect(() => {
    let here = true
    loadConfig()
      .then((loaded) => here && setConfig(loaded))
      .catch(() => {})
    return () => {
      here = false
    }
  }, [])
  return config
}
