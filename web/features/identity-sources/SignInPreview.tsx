import { useBrand } from '../../brand.ts'
import { useTexts } from '../../lib/texts.ts'
import { SourceIcon } from '../../shared/identity-sources/SourceIcon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Sources.module.css'
import { type Source, stateOf } from './sources.ts'
import { words } from './words.ts'

/** Preview of the sign-in page with its sources, in order. */
export function SignInPreview({ sources }: { sources: readonly Source[] }) {
  const t = useTexts(words)
  const { name: product } = useBrand()
  const shown = sources.filter((source) => ['enabled', 'problem'].includes(stateOf(source)))
  const hidden = sources.filter((source) => stateOf(source) === 'failing')
  return (
    <Panel
      title={t('preview')}
      actions={
        <a className="link" href="/login" target="_blank" rel="noopener">
          {t('openPreview')}
        </a>
      }
    >
      <div className={classes.preview} aria-hidden="true">
        <div className={classes.previewTitle}>{t('previewTitle', { product })}</div>
        <div className={classes.previewField} />
        <div className={classes.previewField} />
        <div className={classes.previewSubmit}>{t('previewSubmit')}</div>
        {shown.length > 0 && <div className={classes.previewDivider}>{t('previewOthers')}</div>}
        {shown.map((source) => (
          <div key={source.id} className={classes.previewSource}>
            <SourceIcon source={source} />
            <span>{source.name}</span>
          </div>
        ))}
      </div>
      {hidden.map(({ id, name }) => (
        <p key={id} className={classes.hidden}>
          {t('hidden', { name })}
        </p>
      ))}
    </Panel>
  )
}
