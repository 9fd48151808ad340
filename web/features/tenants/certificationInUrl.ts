import { useEffect } from 'react'
import { pageRoute } from '../../lib/page.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import type { Auth } from '../../lib/session/session.ts'
import type { OpenDialog } from './dialogs.ts'
import { openCertifications } from './tenants.ts'

const route = pageRoute('accountInfoIndex')

/**
 * Handles the parameter `?application=ID` of the banner's link. Opens the form of this organization request
 * if the viewer can edit the request, then removes the parameter.
 */
export function useCertificationInUrl(auth: Auth, open: OpenDialog) {
  const setQuery = useOwnQuery()
  const { application } = route.useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the parameter changes
  useEffect(() => {
    if (!application) return
    const tenant = openCertifications(auth).find(
      ({ id, viewerCan }) => id === application && viewerCan.rePrepare,
    )
    if (tenant) open('apply', [tenant])
    setQuery({}, { replace: true })
  }, [application])
}
