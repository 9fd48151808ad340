import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PhoneInput } from './PhoneInput.tsx'

function Form() {
  const [phone, setPhone] = useState('13900001004')
  return (
    <MantineProvider env="test">
      <input aria-label="before" />
      <PhoneInput aria-label="phone" value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </MantineProvider>
  )
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)!
const value = () => document.querySelector('output')!.textContent

beforeEach(async () => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  root.render(<Form />)
  await expect.poll(() => document.querySelector('output')).not.toBeNull()
})

test('what is typed after Tab takes the place of the number', async () => {
  field('before').focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(field('phone'))
  await userEvent.keyboard('13811112222')
  expect(value()).toBe('13811112222')
  expect(field('phone').value).toBe('13811112222')
  await userEvent.tab({ shift: true })
  expect(field('phone').value).toBe('138 1111 2222')
})

test('a program that selects and types, or sets the value, replaces the number', async () => {
  field('phone').focus()
  field('phone').select()
  await userEvent.keyboard('13811112222')
  expect(value()).toBe('13811112222')
  await userEvent.fill(field('phone'), '13811113333')
  expect(value()).toBe('13811113333')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  set.call(field('phone'), '+86 138 1111 4444')
  field('phone').dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.poll(value).toBe('13811114444')
})

test('the caret stays where something is changed', async () => {
  field('phone').focus()
  field('phone').setSelectionRange(6, 6)
  await userEvent.keyboard('{Backspace}5')
  expect(value()).toBe('13905001004')
  // Behind the blank between two groups: the blank is not part of the number.
  await userEvent.tab()
  field('phone').focus()
  field('phone').setSelectionRange(4, 4)
  await userEvent.keyboard('{Backspace}{Backspace}7')
  expect(value()).toBe('13705001004')
})
