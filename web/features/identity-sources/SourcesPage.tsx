import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { NewButton } from '../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useSourceDialogs } from './dialogs/dialogs.ts'
import { LoginLinks } from './LoginLinks.tsx'
import { SignInPreview } from './SignInPreview.tsx'
import classes from './Sources.module.css'
import { SourceTable } from './SourceTable.tsx'
import { sourcesOptions } from './sources.ts'
import { words } from './words.ts'

/**
 * /all-management/sign-in-methods: how people can sign in to the platform, in the order of the sign-in page.
 */
export function SourcesPage() {
  const t = useTexts(words)
  const { open, dialog } = useSourceDialogs()
  const query = useQuery(sourcesOptions)
  const { data, error, isFetching } = query
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={<NewButton label={t('add')} short={t('addShort')} onClick={() => open('kind')} />}
      />
      {data ? (
        <>
          <div className={classes.columns}>
            <SourceTable sources={data} open={open} />
            <SignInPreview sources={data} />
          </div>
          <LoginLinks sources={data} />
        </>
      ) : (
        <Panel>
          {error && !isFetching ? (
            <LoadError title={t('failed')} query={query} />
          ) : (
            <div className={classes.loading} role="status" aria-label={t('loading')}>
              <Bar width={320} />
              <Bar width={240} />
              <Bar width={280} />
            </div>
          )}
        </Panel>
      )}
      {dialog}
    </>
  )
}
