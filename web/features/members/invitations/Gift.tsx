import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PalgoRole, palgoRoles } from '../../../../contract/states.ts'
import { authCodeOptions } from '../../../lib/authCodes.ts'
import { useTexts } from '../../../lib/texts.ts'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { words } from '../words.ts'
import classes from './Invite.module.css'

export interface Gift {
  roles: readonly PalgoRole[]
  authCodes: readonly string[]
}

/** What whoever joins by an invitation gets: nothing unless it is chosen. */
export function GiftFields({ value, onChange }: { value: Gift; onChange: (gift: Gift) => void }) {
  const t = useTexts(words)
  const catalogue = useQuery(authCodeOptions)
  return (
    <>
      <Several
        legend={t('invite.roles')}
        chosen={value.roles}
        choices={palgoRoles.map((role) => ({ code: role, label: t(`role.${role}`) }))}
        onChange={(roles) => onChange({ ...value, roles: palgoRoles.filter((role) => roles.includes(role)) })}
      />
      {catalogue.data ? (
        <Several
          legend={t('invite.codes')}
          chosen={value.authCodes}
          choices={catalogue.data}
          onChange={(authCodes) => onChange({ ...value, authCodes })}
        />
      ) : (
        catalogue.error && (
          <p className={classes.text} role="alert">
            {t('grid.catalogueFailed')} <RetryLink onRetry={catalogue.refetch} />
          </p>
        )
      )}
    </>
  )
}

function Several({
  legend,
  chosen,
  choices,
  onChange,
}: {
  legend: string
  chosen: readonly string[]
  choices: readonly { code: string; label: string; description?: string }[]
  onChange: (chosen: string[]) => void
}) {
  return (
    <fieldset className={classes.presets}>
      <legend className={classes.label}>{legend}</legend>
      <Chip.Group multiple value={[...chosen]} onChange={onChange}>
        {choices.map(({ code, label, description }) => (
          <Chip key={code} value={code} variant="outline" title={description}>
            {label}
          </Chip>
        ))}
      </Chip.Group>
    </fieldset>
  )
}

/** What an invitation gives, in words. */
export function useGiftNames(): (gift: Gift) => string {
  const t = useTexts(words)
  const { data: catalogue = [] } = useQuery(authCodeOptions)
  return ({ roles, authCodes }) =>
    [
      ...roles.map((role) => t(`role.${role}`)),
      ...catalogue.filter(({ code }) => authCodes.includes(code)).map(({ label }) => label),
    ].join(t('between'))
}
