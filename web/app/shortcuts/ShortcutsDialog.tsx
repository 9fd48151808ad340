import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../ui/dialogs/lazyDialogs.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import classes from './Shortcuts.module.css'
import { switchShortcuts, useShortcutsOn } from './shortcuts.ts'
import { words } from './words.ts'

const keys = {
  palette: ['Ctrl K'],
  list: ['/'],
  walk: ['↑', '↓'],
  open: ['↵'],
  undo: ['Ctrl Z'],
  shown: ['?'],
  close: ['Esc'],
} as const

/** Lists the keyboard shortcuts. Single-key shortcuts can be turned off in this dialog. */
export function ShortcutsDialog(props: DialogState) {
  const t = useTexts(words)
  const on = useShortcutsOn()
  return (
    <Dialog {...props} title={t('title')} size={440}>
      <dl className={classes.keys}>
        {(Object.keys(keys) as (keyof typeof keys)[]).map((name) => (
          <div key={name} className={classes.row}>
            <dt>{t(name)}</dt>
            <dd>
              {keys[name].map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Switch is the native box that it holds */}
      <label className={classes.row}>
        <span>
          {t('on')}
          <span className={classes.about}>{t('onText')}</span>
        </span>
        <Switch checked={on} onChange={switchShortcuts} />
      </label>
    </Dialog>
  )
}
