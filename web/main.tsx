import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/theme/mantine.ts'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/overrides.css'
import './ui/theme/motion.css'
import './ui/theme/skeleton.css'
import { CommonWords } from './app/CommonWords.tsx'
import { colorSchemeManager } from './app/colorScheme.ts'
import { router } from './app/routes.tsx'
import { followSession } from './app/session.ts'
import { show, startSettings } from './app/settings/settings.ts'
import { loadConfig } from './lib/config.ts'
import { ApiError, SessionOverError } from './lib/errors.ts'
import { ensureSession, forgetLeftBehind } from './lib/session/session.ts'
import { startTexts } from './lib/texts.ts'
import { hideComposingKeys } from './ui/fields/composing.ts'
import { settleCallingCode } from './ui/fields/digits.ts'
import { theme } from './ui/theme/theme.ts'

hideComposingKeys()
startSettings()
forgetLeftBehind()
followSession(router)
// Asked for while the words are on their way, where the page will want it (boot.ts); the guard takes the same answer.
if (document.documentElement.dataset.skeleton === 'console') ensureSession().catch(() => undefined)

/** ms; the footer has the configuration's numbers, but without an answer the console starts all the same. */
const patience = 2_000

// Nothing is awaited here: other scripts, the second language's too, wait until this one has run to its end.
const ready = Promise.all([
  startTexts(async () => (await import('./app/english.ts')).english),
  Promise.race([
    loadConfig().then(
      ({ callingCode }) => {
        settleCallingCode(callingCode)
        show()
      },
      () => undefined,
    ),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]),
])

const root = createRoot(document.getElementById('root')!, {
  // What the server refused, the page shows: it is no fault of the console.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError || error instanceof SessionOverError)) console.error(error)
  },
})

ready.then(() =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        // The build has written them (scripts/vite/theme.ts); the classes are of no use here.
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={colorSchemeManager}
      >
        <CommonWords>
          <RouterProvider router={router} />
        </CommonWords>
      </MantineProvider>
    </StrictMode>,
  ),
)
