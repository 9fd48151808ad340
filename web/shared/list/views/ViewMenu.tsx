import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '#icons'
import type { SavedList } from '../../../../contract/lists.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { shareView } from './mutations.ts'
import styles from './Views.module.css'
import { type SavedView, useSharing, useViewsChanged } from './views.ts'
import { words } from './words.ts'

interface ViewMenuProps {
  view: SavedView
  list: SavedList
  onRename: () => void
  onDelete: () => void
}

/** Menu of the open view, with actions that change the view. */
export function ViewMenu({ view, list, onRename, onDelete }: ViewMenuProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useViewsChanged(list)
  const sharing = useSharing(list)
  const { id, name } = view

  async function share(tenantId: string | null, message: string) {
    try {
      await request(shareView, { id, ...(tenantId && { tenantId }) })
      toast('ok', message)
      await changed()
    } catch (error) {
      toast('err', refusal(error).message)
    }
  }

  return (
    <Menu position="bottom-start" width={220} keepMounted={false}>
      <Menu.Target>
        <ActionIcon className={styles.menu} data-fixed aria-label={t('menuOf', { name })}>
          <IconChevronDown size={14} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('rename')}</Menu.Item>
        {view.tenantId ? (
          <Menu.Item onClick={() => void share(null, t('unshared', { name }))}>{t('unshare')}</Menu.Item>
        ) : (
          sharing.map((tenant) => (
            <Menu.Item
              key={tenant.id}
              onClick={() => void share(tenant.id, t('sharedWith', { name: tenant.name }))}
            >
              {t('share', { name: tenant.name })}
            </Menu.Item>
          ))
        )}
        <Menu.Divider />
        <Menu.Item data-danger onClick={onDelete}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
