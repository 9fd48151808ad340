import { useQuery } from '@tanstack/react-query'
import { words as roleWords } from '../../lib/roles/words.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { words } from './first-run/words.ts'
import { authCodeOptions, type Invitation } from './tenants.ts'

/**
 * Returns two texts about an invitation: `gives` names the inviter and the permissions, and `until` the
 * expiry and the remaining uses.
 */
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
      // Shows the permission codes until their labels have loaded.
      ...authCodes.map((code) => known?.find((each) => each.code === code)?.label ?? code),
      ...roles.map((role) => roleName(`among.${role}`)),
    ].join(' · '),
    until: maxUses === null ? t('until', { time }) : t('untilFor', { time, count: maxUses - usedCount }),
  }
}
