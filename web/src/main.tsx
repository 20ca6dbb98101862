// Mounts the console. zod must not compile schemas with `new Function`: the content policy forbids it.
import './ui/font.css'
import './ui/tokens.css'
import './ui/layout.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { watchPieces } from './api/new-release.ts'
import { App } from './app/App.tsx'
import { fetchAhead } from './app/router.tsx'
import { session, verifyAtStart } from './session/session.ts'

z.config({ jitless: true })

watchPieces()

if (session.get().status === 'checking') fetchAhead()
void verifyAtStart()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
