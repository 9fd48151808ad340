import { Button } from '@mantine/core'
import { useRefusal } from '../../lib/codes.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { type Auth, signOut, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { unbroken } from '../../ui/display/unbroken.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFields } from '../../ui/fields/form.ts'
import classes from './AgreeToTerms.module.css'
import { rememberAgreed } from './agreed.ts'
import { LegalLinks, shownVersion } from './Consent.tsx'
import { words as further } from './further/words.ts'

const agreeToTerms = graphql(`
  mutation AgreeToTerms($version: String!) {
    agreeToTerms(version: $version) { id }
  }
`)

interface Props {
  terms: NonNullable<Auth['termsToAgree']>
  /**
   * Whether the terms are shown on the card of the sign-in pages. If true, the URL keeps its query parameters
   * when the user signs out.
   */
  onCard?: boolean
}

/** Replaces every page until the account has accepted the current terms and privacy policy. */
export function AgreeToTerms({ terms, onCard = false }: Props) {
  const own = useTexts(further)
  const { reload } = useSession()
  const { version } = terms
  const refusal = useRefusal()

  const fields = useFields({
    refusal,
    initial: {},
    check: () => ({}),
    submit: async () => {
      try {
        await request(agreeToTerms, { version })
        rememberAgreed(version)
      } finally {
        // Reload the session even if the server rejects the consent. The terms may have changed since the
        // page was opened, and the page then shows the new terms.
        await reload()
      }
    },
  })

  return (
    <section className={onCard ? classes.terms : `${classes.terms} ${classes.framed}`}>
      <h1 className={classes.title}>{own(terms.changed ? 'again.changed' : 'again.title')}</h1>
      <p className={classes.text}>{unbroken(own('again.text', { version: shownVersion(version) }))}</p>
      <p>
        <LegalLinks texts={terms} />
      </p>
      <form {...fields.formProps} aria-label={own('again.title')}>
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => void signOut(onCard ? () => window.location.reload() : undefined)}
          >
            {own('again.signOut')}
          </Button>
          <Button type="submit" loading={fields.pending}>
            {own('again.agree')}
          </Button>
        </div>
      </form>
    </section>
  )
}
