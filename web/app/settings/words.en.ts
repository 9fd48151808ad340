import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  settings: {
    settings: 'Settings',
    theme: 'Theme',
    themeColor: 'Theme color',
    dark: 'Dark mode',
    content: 'Content',
    navbar: 'Navigation bar',
    menu: 'Menu',
    topMenu: 'Menu on top',
    footer: 'Footer',
    tabBar: 'Tabs',
    menuFromServer: 'Menu from the server',
    menuWidth: 'Menu width (px)',
    menuWidthRule: 'A whole number from {min} to {max}',
    others: 'Other settings',
    colorWeak: 'Color-blind mode',
    hideMenu: 'Menu as a drawer',
    fullScreen: 'Full screen',
    device: 'Device',
    desktop: 'Desktop',
    mobile: 'Mobile',
    settingsNotice:
      'Settings take effect at once and are kept in this browser only. “Copy settings” gives all of them as JSON.',
    copySettings: 'Copy settings',
    copied: 'Settings copied to the clipboard',
    notCopied: 'Could not copy: the browser denied access to the clipboard',

    openPages: 'Open pages',
    closeTab: 'Close {name}',
    tabMenu: 'Tab menu of {name}',
    'tab.reload': 'Reload',
    'tab.this': 'Close this',
    'tab.left': 'Close to the left',
    'tab.right': 'Close to the right',
    'tab.others': 'Close others',
    'tab.all': 'Close all',
  },
}
