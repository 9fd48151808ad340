import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { legalVersion } from '../../../contract/legal.ts'
import { presentTerms } from '../../lib/config.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { words as further } from './further/words.ts'
import classes from './Legal.module.css'
import type { LegalKind, LegalTexts } from './legal/types.ts'

export const TermsPage = () => <Legal kind="terms" />
export const PrivacyPage = () => <Legal kind="privacy" />

/** Shows the terms of service or the privacy policy. No sign-in is required. */
function Legal({ kind }: { kind: LegalKind }) {
  const own = useTexts(further)
  const common = useCommonWords()
  const locale = useLocale()
  const { data, isError, refetch } = useQuery({
    queryKey: ['legal', locale],
    queryFn: async (): Promise<LegalTexts> =>
      (await (locale === 'zh-CN' ? import('./legal/zh.ts') : import('./legal/en.ts'))).texts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) {
    return (
      <ErrorState
        title={own('legal.failed')}
        actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}
      />
    )
  }
  if (!data) return <LegalSkeleton />

  const { title, intro, sections } = data[kind]
  const { termsUrl, privacyUrl } = presentTerms()
  const externalUrl = kind === 'terms' ? termsUrl : privacyUrl
  if (externalUrl) {
    return (
      <article className={classes.text}>
        <h1>{title}</h1>
        <p>
          <a className="link" href={externalUrl} rel="noopener">
            {own('legal.elsewhere', { title })}
          </a>
        </p>
      </article>
    )
  }
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(legalVersion),
  )
  return (
    <article className={classes.text}>
      <h1>{title}</h1>
      <p className={classes.date}>{own('legal.updated', { date })}</p>
      <p>{intro}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

const widths = ['30%', '18%', '100%', '96%', '60%', '40%', '99%', '88%']

function LegalSkeleton() {
  return (
    <div className={classes.text} aria-busy="true">
      {widths.map((width) => (
        <div key={width} className={classes.bar}>
          <Bar width={width} />
        </div>
      ))}
    </div>
  )
}
