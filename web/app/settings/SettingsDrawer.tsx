import '../../ui/theme/mantine-dialogs.ts'
import { Button, Drawer, useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { IconCopy } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { useShown } from '../../ui/dialogs/useShown.ts'
import { copyText } from '../../ui/display/clipboard.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { clearServerMenu, currentServerMenu } from '../guard/serverMenu.ts'
import styles from './SettingsDrawer.module.css'
import {
  changeSettings,
  currentSettings,
  isMenuWidth,
  menuWidths,
  type Settings,
  useDevice,
  useSettings,
} from './settings.ts'
import { words } from './words.ts'

type SwitchName = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings]

/** Drawer with all personal settings of the console. Each change is applied and stored immediately. */
export function SettingsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const common = useCommonWords()
  const t = useTexts(words)
  const router = useRouter()
  const settings = useSettings()
  const device = useDevice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  async function copy() {
    const state = {
      theme: colorScheme,
      ...currentSettings(),
      hideMenu: settings.hideMenu || device === 'mobile',
      device,
      serverMenu: currentServerMenu(),
    }
    const copied = await copyText(JSON.stringify(state, null, 2))
    toast(copied ? 'ok' : 'err', copied ? t('copied') : t('notCopied'), 'settings')
  }

  function changeSource(menuFromServer: boolean) {
    changeSettings({ menuFromServer })
    clearServerMenu()
    // Invalidating the router runs the guard, which fetches the server menu and checks whether the viewer can
    // still open the current page.
    void router.invalidate()
  }

  const row = (name: Exclude<SwitchName, 'menuFromServer' | 'menuCollapse'>) => (
    <Row label={t(name)}>
      <Switch checked={settings[name]} onChange={(checked) => changeSettings({ [name]: checked })} />
    </Row>
  )

  return (
    <Drawer
      opened={useShown(opened)}
      onClose={onClose}
      position="right"
      size={300}
      title={t('settings')}
      // Mantine renders a <header> element. Without this role, it would count as the banner landmark of the
      // page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      classNames={{ content: styles.drawer, header: styles.head, body: styles.body }}
    >
      <div className={styles.groups}>
        <Group title={t('theme')}>
          <Row label={t('themeColor')}>
            <input
              type="color"
              className={styles.color}
              value={settings.themeColor.toLowerCase()}
              onChange={(event) => changeSettings({ themeColor: event.currentTarget.value.toUpperCase() })}
            />
            <code className={styles.code}>{settings.themeColor}</code>
          </Row>
          <Row label={t('dark')}>
            <Switch
              checked={colorScheme === 'dark'}
              onChange={(dark) => setColorScheme(dark ? 'dark' : 'light')}
            />
          </Row>
        </Group>
        <Group title={t('content')}>
          {row('navbar')}
          {row('menu')}
          {row('topMenu')}
          {row('footer')}
          {row('tabBar')}
          <Row label={t('menuFromServer')}>
            <Switch checked={settings.menuFromServer} onChange={changeSource} />
          </Row>
          <MenuWidth />
        </Group>
        <Group title={t('others')}>
          {row('colorWeak')}
          {row('hideMenu')}
          {document.fullscreenEnabled && <FullScreen />}
          <div className={styles.row}>
            {t('device')}
            <span className={styles.value}>{t(device)}</span>
          </div>
        </Group>
        <Notice>{t('settingsNotice')}</Notice>
      </div>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {common.close}
        </Button>
        <Button leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={() => void copy()}>
          {t('copySettings')}
        </Button>
      </div>
    </Drawer>
  )
}

/**
 * Field for the menu width. A valid width is applied while the user types. An invalid width shows an error on
 * blur.
 */
function MenuWidth() {
  const t = useTexts(words)
  const { menuWidth } = useSettings()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const rule = useId()
  return (
    <>
      <Row label={t('menuWidth')}>
        <NumberField
          className={styles.number}
          value={typed ?? String(menuWidth)}
          error={wrong}
          aria-describedby={wrong ? rule : undefined}
          onChange={(text) => {
            setTyped(text)
            setWrong(false)
            if (isMenuWidth(Number(text))) changeSettings({ menuWidth: Number(text) })
          }}
          onBlur={() => {
            if (typed !== undefined && !isMenuWidth(Number(typed))) setWrong(true)
            else setTyped(undefined)
          }}
        />
      </Row>
      {wrong && (
        <p id={rule} className={styles.wrong} role="alert">
          {t('menuWidthRule', menuWidths)}
        </p>
      )}
    </>
  )
}

function FullScreen() {
  const t = useTexts(words)
  const on = useSyncExternalStore(subscribeFullScreen, () => document.fullscreenElement !== null)
  return (
    <Row label={t('fullScreen')}>
      <Switch checked={on} onChange={(next) => void setFullScreen(next)} />
    </Row>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </fieldset>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className={styles.row}>
      {label}
      <span className={styles.value}>{children}</span>
    </label>
  )
}

function subscribeFullScreen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/**
 * Enters or leaves full screen. If the browser rejects the request, the error is ignored, because the switch
 * shows the actual state.
 */
const setFullScreen = (on: boolean): Promise<void> =>
  (on ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => undefined)
