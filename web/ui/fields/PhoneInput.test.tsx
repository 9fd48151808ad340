import { required } from '../../../contract/required.ts'
import '../theme/mantine-dialogs.ts'
import { MantineProvider, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PhoneInput } from './PhoneInput.tsx'

function Form({ dialog = false }) {
  const [phone, setPhone] = useState('13900001004')
  const fields = (
    <>
      <input aria-label="before" />
      <PhoneInput aria-label="phone" value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  )
  return (
    <MantineProvider env="test">
      {dialog ? (
        <Modal opened onClose={() => {}}>
          {fields}
        </Modal>
      ) : (
        fields
      )}
    </MantineProvider>
  )
}

const field = (name: string) =>
  required(document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`), 'result of querySelector')
const value = () => required(document.querySelector('output'), 'output').textContent

async function show(form: ReactNode) {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  root.render(form)
  await expect.poll(() => document.querySelector('output')).not.toBeNull()
}

test.each([false, true])(
  'a number typed after Tab replaces the phone number (in a dialog: %s)',
  async (dialog) => {
    await show(<Form dialog={dialog} />)
    field('before').focus()
    await userEvent.tab()
    expect(document.activeElement).toBe(field('phone'))
    await userEvent.keyboard('13811112222')
    expect(value()).toBe('13811112222')
    expect(field('phone').value).toBe('13811112222')
    await userEvent.tab({ shift: true })
    expect(field('phone').value).toBe('138 1111 2222')
  },
)

test('a script can replace the phone number by typing over a selection or by setting the value', async () => {
  await show(<Form />)
  field('phone').focus()
  field('phone').select()
  await userEvent.keyboard('13811112222')
  expect(value()).toBe('13811112222')
  await userEvent.fill(field('phone'), '13811113333')
  expect(value()).toBe('13811113333')
  const set = required(
    required(
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'),
      'result of getOwnPropertyDescriptor',
    ).set,
    'set',
  )
  set.call(field('phone'), '+86 138 1111 4444')
  field('phone').dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.poll(value).toBe('13811114444')
})

test('the phone field keeps the caret where the user changed the number', async () => {
  await show(<Form />)
  field('phone').focus()
  field('phone').setSelectionRange(6, 6)
  await userEvent.keyboard('{Backspace}5')
  expect(value()).toBe('13905001004')
  // The caret is after the space between two groups of digits. The space is not part of the number.
  await userEvent.tab()
  field('phone').focus()
  field('phone').setSelectionRange(4, 4)
  await userEvent.keyboard('{Backspace}{Backspace}7')
  expect(value()).toBe('13705001004')
})
