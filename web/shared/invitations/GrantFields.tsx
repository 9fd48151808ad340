import { useQuery } from '@tanstack/react-query'
import { type PalgoRole, palgoRoles } from '../../../contract/states.ts'
import { authCodeOptions } from '../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../lib/roles/words.ts'
import { useTexts } from '../../lib/texts.ts'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { AnyOf } from './Chips.tsx'
import classes from './Invite.module.css'
import { words } from './words.ts'

export interface InvitationGrants {
  roles: readonly PalgoRole[]
  authCodes: readonly string[]
}

/**
 * Fields for the permissions that people receive when they join with this invitation code. By default, they
 * receive none.
 */
export function GrantFields({
  value,
  onChange,
}: {
  value: InvitationGrants
  onChange: (grants: InvitationGrants) => void
}) {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const catalogue = useQuery(authCodeOptions)
  return (
    <>
      <AnyOf
        legend={t('roles')}
        value={value.roles}
        choices={palgoRoles.map((role) => ({ value: role, label: roleName(role) }))}
        onChange={(roles) => onChange({ ...value, roles: palgoRoles.filter((role) => roles.includes(role)) })}
      />
      {catalogue.data ? (
        <AnyOf
          legend={t('codes')}
          value={value.authCodes}
          choices={catalogue.data.map(({ code, ...named }) => ({ value: code, ...named }))}
          onChange={(authCodes) => onChange({ ...value, authCodes })}
        />
      ) : (
        catalogue.error && (
          <p className={classes.text} role="alert">
            {t('catalogueFailed')} <RetryLink onRetry={catalogue.refetch} />
          </p>
        )
      )}
    </>
  )
}

/** Returns a function that lists the permissions of an invitation as text. */
export function useGrantNames(): (grants: InvitationGrants) => string {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const { data: catalogue = [] } = useQuery(authCodeOptions)
  return ({ roles, authCodes }) =>
    [
      ...roles.map((role) => roleName(`among.${role}`)),
      ...catalogue.filter(({ code }) => authCodes.includes(code)).map(({ label }) => label),
    ].join(t('between'))
}
