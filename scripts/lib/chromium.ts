import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

// The headless shell comes first, because it needs a quarter less CPU for the same pages. It cannot open a
// window.
const names =
  'chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome chrome'.split(' ')

/**
 * Returns the path of a Chromium browser: CHROMIUM_PATH, a program in PATH, or one that Playwright has
 * downloaded. Returns undefined if no browser is found. Throws if CHROMIUM_PATH does not exist.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH: configured, PATH = '' } = process.env
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, which does not exist.`)
    return configured
  }
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...downloaded(),
  ]
  return candidates.find((path) => existsSync(path))
}

function downloaded(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(cache)) return []
  const versions = readdirSync(cache).filter((name) => name.startsWith('chromium-'))
  return versions.map((name) => join(cache, name, 'chrome-linux', 'chrome'))
}

/**
 * Returns the path of a Chromium browser. If no browser is found and this user is root, installs Debian's
 * package. Throws if there is still no browser.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const advice =
    'Install Chromium (Debian: apt-get install chromium-headless-shell fonts-noto-cjk) or set CHROMIUM_PATH to the path of an installed one.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`The browser tests need Chromium, which was not found. ${advice}`)
  process.stderr.write('Installing Chromium …\n')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  apt('update', '-qq')
  const install = (browser: string) =>
    apt('install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk')
  // Older Debian releases do not have the headless shell.
  const installed = install('chromium-headless-shell') || install('chromium')
  const path = installed ? findChromium() : undefined
  if (!path) throw new Error(`The browser tests need Chromium, which apt-get could not install. ${advice}`)
  return path
}

// Features that Playwright disables by default. They are repeated here, because Chromium uses only the last
// --disable-features argument.
const disabledByPlaywright =
  'AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
  'HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,' +
  'PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning'

// Features of the browser window that the tests do not need. Headless Chromium creates them for each browser
// context. The address bar alone loads two pages for suggestions, which costs 0.4 s of CPU per context. Each
// context also starts a spare process.
const windowParts =
  'AimEnabled,LensOverlay,SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup'

/**
 * Command-line arguments for running Chromium without a screen. With them, Chromium connects only to the
 * hosts of the opened pages.
 */
export const chromiumArgs = [
  ...['--no-sandbox', '--no-first-run', '--disable-quic', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  `--disable-features=${disabledByPlaywright},${windowParts}`,
]
