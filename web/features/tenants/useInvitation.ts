import { useQuery } from '@tanstack/react-query'
import { words as roleWords } from '../../lib/roles/words.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { words } from './first-run/words.ts'
import { authCodeOptions, type Invitation } from './tenants.ts'

/** An invitation in words, before it is taken: who invites, what one may do then; until when, and for how many more. */
export function useInvitation({ inviter, authCodes, roles, expireAt, maxUses, usedCount }: Invitation) {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const times = useTimes()
  const { data: known } = useQuery({ ...authCodeOptions(useLocale()), enabled: authCodes.length > 0 })
  const time = times.dateTime(expireAt)
  return {
    gives: [
      inviter ? t('invites', { name: inviter }) : t('invited'),
      t('mayView'),
      // The codes themselves until their names have come, and where they do not come.
      ...authCodes.map((code) => known?.find((each) => each.code === code)?.label ?? code),
      ...roles.map((role) => roleName(`among.${role}`)),
    ].join(' · '),
    until: maxUses === null ? t('until', { time }) : t('untilFor', { time, count: maxUses - usedCount }),
  }
}
