import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, field, mount } from '../../testing/mount.tsx'
import { CodeInput } from './CodeInput.tsx'
import { useFields } from './form.ts'
import { NumberField } from './NumberField.tsx'
import { PasswordInput } from './PasswordInput.tsx'

function Code({ secondsLeft = 0, onSend = () => {} }) {
  const [value, onChange] = useState('')
  const words = { sendWords: 'Send', waitWords: `again in ${secondsLeft}` }
  return <CodeInput label="Code" {...{ value, onChange, onSend, secondsLeft, ...words }} sending={false} />
}

test('the code field keeps only the digits of a pasted text, up to the length of a code', async () => {
  let sent = 0
  await mount(<Code onSend={() => sent++} />)
  await field('Code').fill(' １２３-４５６ 789')
  await expect.element(field('Code')).toHaveValue('123456')
  await button('Send').click()
  expect(sent).toBe(1)
})

test('during the cooldown, the button that requests another code is disabled', async () => {
  await mount(<Code secondsLeft={42} />)
  await expect.element(button('again in 42')).toBeDisabled()
})

function Count() {
  const [value, onChange] = useState('')
  return <NumberField label="Count" value={value} onChange={onChange} />
}

test('the number field converts full-width digits, and keeps an invalid number for validation', async () => {
  await mount(<Count />)
  await field('Count').fill('　１ ２')
  await expect.element(field('Count')).toHaveValue('12')
  await field('Count').fill('1.5x')
  await expect.element(field('Count')).toHaveValue('1.5x')
})

function Password({ error }: { error?: string }) {
  const [value, setValue] = useState('')
  return (
    <PasswordInput
      label="Password"
      revealLabel="Show it"
      value={value}
      error={error}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  )
}

test('hides a password until the user shows it by keyboard', async () => {
  await mount(<Password />)
  await field('Password').fill('three grey herons')
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await userEvent.tab()
  await expect.element(button('Show it')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(field('Password')).toHaveAttribute('type', 'text')
  await expect.element(field('Password')).toHaveValue('three grey herons')
})

test('exposes the error of a password field to screen readers', async () => {
  await mount(<Password error="it is too common" />)
  await expect.element(page.getByText('it is too common')).toBeVisible()
  await expect.element(field('Password')).toBeInvalid()
  await expect.element(field('Password')).toHaveAccessibleDescription('it is too common')
})

function Unreached() {
  const { formProps, problem } = useFields({
    initial: {},
    check: () => ({}),
    submit: () => Promise.reject(new Error()),
    refusal: () => ({ message: 'nobody was reached' }),
  })
  return (
    <form {...formProps}>
      <p>{problem}</p>
      <button type="submit">Send</button>
    </form>
  )
}

test('removes a network error from the form when the browser is online again', async () => {
  await mount(<Unreached />)
  const message = page.getByText('nobody was reached')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await button('Send').click()
  await expect.element(message).toBeVisible()
  online.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(message).not.toBeInTheDocument()
  await button('Send').click()
  await expect.element(message).toBeVisible()
})
