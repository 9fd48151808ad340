import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/overrides.css'
import './ui/skeleton.css'
import { loadConfig } from './lib/config.ts'
import { queryClient } from './lib/query.ts'
import { startTexts } from './lib/texts.ts'
import { colorSchemeManager } from './shell/colorScheme.ts'
import { router } from './shell/routes.tsx'
import { followSession } from './shell/session.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'

// The footer has the configuration's numbers; without an answer the console starts all the same.
await Promise.all([
  startTexts(async (locale) =>
    locale === 'zh-CN'
      ? (await import('./shell/words/zh-CN.ts')).words
      : (await import('./shell/words/en-US.ts')).words,
  ),
  loadConfig().catch(() => undefined),
])

followSession(router, queryClient)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
