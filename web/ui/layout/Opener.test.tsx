import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { required } from '../../../contract/required.ts'
import { type CommonWords, CommonWordsProvider } from '../commonWords.ts'
import { toasts } from '../feedback/toast.ts'
import { theme } from '../theme/theme.ts'
import { MenuButton } from './MenuButton.tsx'
import { type OpenedProps, Opener } from './Opener.tsx'

const words = { notLoadedText: 'not loaded', notLoadedOffline: 'no network' } as CommonWords
const button = () => required(document.querySelector('button'), 'button')

async function show(part: React.ReactNode) {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
    toasts.set([])
  })
  root.render(
    <MantineProvider env="test" theme={theme}>
      <CommonWordsProvider value={words}>{part}</CommonWordsProvider>
    </MantineProvider>,
  )
  await expect.poll(button).not.toBeNull()
}

test('a menu that is loaded on demand opens by keyboard at the first attempt, and returns the focus to its button', async () => {
  let chosen = 0
  await show(
    <MenuButton button={{ children: 'more' }}>
      {(Menu) => <Menu.Item onClick={() => (chosen += 1)}>item</Menu.Item>}
    </MenuButton>,
  )
  expect(button().ariaExpanded).toBe('false')
  for (const times of [1, 2]) {
    button().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('menuitem')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement).toBe(button())
    expect(chosen).toBe(times)
  }
})

test('shows a message if a menu cannot be loaded, and retries at the next click', async () => {
  let fails = true
  const Opened = ({ button }: OpenedProps) => <button type="button" {...button} aria-expanded />
  const load = async () => {
    if (fails) throw new Error('no response')
    return Opened
  }
  await show(<Opener button={{ children: 'more' }} load={load} given={{}} />)
  await userEvent.click(button())
  await expect.poll(() => toasts.get().map(({ text }) => text)).toEqual(['not loaded'])
  expect(button().ariaExpanded).toBe('false')

  fails = false
  await userEvent.click(button())
  await expect.poll(() => button().ariaExpanded).toBe('true')
})
