import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { required } from '../contract/required.ts'
import './ui/theme/mantine.ts'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/overrides.css'
import './ui/theme/motion.css'
import './ui/theme/skeleton.css'
import { CommonWords } from './app/CommonWords.tsx'
import { colorSchemeManager } from './app/colorScheme.ts'
import { followSession } from './app/followSession.ts'
import { router } from './app/routes.tsx'
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
// If boot.ts found that the page needs a session, the account is requested while the texts load. The guard
// uses the same response.
if (document.documentElement.dataset.skeleton === 'console') ensureSession().catch(() => undefined)

/**
 * Time in ms to wait for the configuration, which contains texts of the footer. If it arrives later, the
 * console starts without it.
 */
const patience = 2_000

// A top-level `await` here would make other modules, including the English texts, wait for this module.
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

const root = createRoot(required(document.getElementById('root'), 'result of getElementById'), {
  // Rejections by the server are not logged, because they are not errors of the console and the page shows
  // them.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError || error instanceof SessionOverError)) console.error(error)
  },
})

void ready.then(() =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        // The build generates the CSS variables (scripts/vite/styles.ts). The global classes are not used.
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
