import { Fragment } from 'react'
import { required } from '../../../contract/required.ts'
import type { RequestingApplication } from '../../lib/continuation.ts'
import { useTexts } from '../../lib/texts.ts'
import { words } from './words.ts'

/** Shows links to the application's own privacy policy and terms. */
export function Policies({ application: { policyUri, tosUri } }: { application: RequestingApplication }) {
  const t = useTexts(words)
  const pages = [
    { url: policyUri, label: t('policy') },
    { url: tosUri, label: t('terms') },
  ].filter(({ url }) => url)
  return pages.map(({ url, label }, index) => (
    <Fragment key={label}>
      {' · '}
      {index === 0 && t('its')}
      <a className="link" href={required(url, 'url')} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </Fragment>
  ))
}
