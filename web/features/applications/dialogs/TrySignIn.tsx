import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { first } from '../../../../contract/required.ts'
import { loadConfig } from '../../../lib/config.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import classes from '../Applications.module.css'
import type { Application } from '../applications.ts'
import { askForCode, authorizationUrl } from '../trySignIn.ts'
import { words } from '../words.ts'

/**
 * Explains a test sign-in and opens it in a new tab, with the authorization request that the application
 * would send.
 */
export default function TrySignIn({ rows: [application], opened, onClose }: DialogProps<[Application]>) {
  const t = useTexts(words)
  const { name, redirectUris } = application
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: 600_000 })
  const issuer = `${window.location.origin}/realms/${config?.realm ?? 'reeve'}`
  return (
    <Dialog opened={opened} onClose={onClose} title={t('tryTitle', { name })} size={520}>
      <div className={classes.try}>
        <p>{t('tryText')}</p>
        {redirectUris.length > 0 ? (
          <ByCode application={application} issuer={issuer} />
        ) : (
          <ByDevice application={application} issuer={issuer} />
        )}
      </div>
    </Dialog>
  )
}

interface Props {
  application: Application
  issuer: string
}

function ByCode({ application, issuer }: Props) {
  const t = useTexts(words)
  const { redirectUris } = application
  const [address, setAddress] = useState(first(redirectUris, 'redirectUris'))
  // Generate the values only once, so that the link does not change.
  const [secrets] = useState(() => ({ state: random(), challenge: random() }))
  return (
    <>
      <Select
        label={t('tryAddress')}
        data={[...redirectUris]}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Notice>{t('tryAfter')}</Notice>
      <Open url={authorizationUrl(application, { issuer, address, ...secrets })} />
    </>
  )
}

/** Starts the device flow, with this browser in the role of the device. */
function ByDevice({ application, issuer }: Props) {
  const t = useTexts(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['application', application.id, 'try', issuer],
    queryFn: () => askForCode(application, issuer),
    // Requests a new code each time the dialog opens.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (error)
    return (
      <Notice tone="err" role="alert">
        {t('tryFailed', { reason: error.message })} <RetryLink onRetry={refetch} />
      </Notice>
    )
  if (!data) return <p aria-busy="true">{t('tryAsking')}</p>
  return (
    <>
      <p>
        {t('tryCode')} <strong className={classes.userCode}>{data.user_code}</strong>
      </p>
      <Notice>{t('tryAfterDevice')}</Notice>
      <Open url={data.verification_uri_complete} />
    </>
  )
}

function Open({ url }: { url: string }) {
  const t = useTexts(words)
  return (
    <div className={classes.tryFoot}>
      <Button component="a" href={url} target="_blank" rel="noopener noreferrer">
        {t('tryOpen')}
      </Button>
    </div>
  )
}

/**
 * Returns 256 random bits as base64url. As a code challenge, they make the authorization code useless,
 * because nobody knows the code verifier.
 */
function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
