import { MantineProvider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { required } from '../../../contract/required.ts'
import { LeaveQuestion } from '../../app/leave/LeaveQuestion.tsx'
import { button, field, mount } from '../../testing/mount.tsx'
import { type Refusal, useFields } from '../fields/form.ts'
import { Dialog as Bare } from './Dialog.tsx'
import { FormDialog } from './FormDialog.tsx'
import { ShownOnce } from './ShownOnce.tsx'

interface Props {
  submit?: (values: { name: string; phone: string }) => Promise<void>
}

function Page(props: Props) {
  const [opened, setOpened] = useState(false)
  const [turn, setTurn] = useState(0)
  const open = () => {
    setTurn(turn + 1)
    setOpened(true)
  }
  return (
    <>
      <button type="button" onClick={open}>
        open
      </button>
      <Dialog {...props} key={turn} opened={opened} onClose={() => setOpened(false)} />
      <LeaveQuestion />
    </>
  )
}

function Dialog({ submit, opened, onClose }: Props & { opened: boolean; onClose: () => void }) {
  const fields = useFields({
    initial: { name: '', phone: '' },
    check: ({ name }) => ({ name: name ? undefined : 'a name is missing' }),
    submit: async (values) => {
      await submit?.(values)
      onClose()
    },
    refusal: (error) => error as Refusal,
  })
  return (
    <FormDialog title="Somebody" fields={fields} opened={opened} onClose={onClose} submit="Save">
      <TextInput {...fields.field('name', 'as others read it')} label="Name" data-autofocus />
      <TextInput {...fields.field('phone')} label="Phone" />
    </FormDialog>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Somebody' })
const question = () => page.getByRole('dialog', { name: '放弃未保存的更改？' })

test('a dialog receives and traps the focus, and returns it to the button that opened the dialog', async () => {
  await mount(<Page />)
  await button('open').click()
  await expect.element(field('Name')).toHaveFocus()
  for (let tabs = 0; tabs < 6; tabs++) {
    await userEvent.tab()
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('open')).toHaveFocus()
})

function Made() {
  const [opened, setOpened] = useState(false)
  const [made, setMade] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        open
      </button>
      {made ? (
        <ShownOnce opened={opened} onClose={close} title="Secret" submit="Kept" extraButton={<Copy />}>
          s3cret
        </ShownOnce>
      ) : (
        <Dialog opened={opened} onClose={() => {}} submit={async () => setMade(true)} />
      )}
    </>
  )
}

const Copy = () => (
  <button type="button" data-autofocus>
    Copy
  </button>
)

test('a dialog that shows a secret stays open after Enter and Esc, and returns the focus when the user closes it', async () => {
  await mount(<Made />)
  await button('open').click()
  await field('Name').fill('Wang')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Copy')).toHaveFocus()
  await userEvent.keyboard('{Enter}{Escape}')
  await expect.element(page.getByText('s3cret')).toBeVisible()
  await button('Kept').click()
  await expect.element(page.getByText('s3cret')).not.toBeInTheDocument()
  await expect.element(button('open')).toHaveFocus()
})

/** A page on which one dialog replaces another. The button that opened the first dialog then disappears. */
function Steps() {
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState(false)
  const [done, setDone] = useState(false)
  const state = { opened, onClose: () => setOpened(false) }
  return (
    <main tabIndex={-1}>
      {!done && (
        <button type="button" onClick={() => setOpened(true)}>
          open
        </button>
      )}
      {chosen ? (
        <Dialog {...state} key="second" submit={async () => setDone(true)} />
      ) : (
        <Bare {...state} key="first" title="Whom">
          <button type="button" onClick={() => setChosen(true)}>
            choose
          </button>
        </Bare>
      )}
    </main>
  )
}

test('the second of two dialogs returns the focus to the button that opened the first, or else to the page', async () => {
  await mount(<Steps />)
  await button('open').click()
  await button('choose').click()
  await expect.element(field('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('open')).toHaveFocus()
  await button('open').click()
  await field('Name').fill('Wang')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test.each<[string, () => Promise<void>]>([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['the close icon', () => button('关闭').click()],
  ['the Cancel button', () => button('取消').click()],
])('asks before a dialog with unsaved input is closed by %s', async (_, close) => {
  await mount(<Page />)
  await button('open').click()
  await field('Name').fill('half')
  await close()
  await question().getByRole('button', { name: '继续编辑' }).last().click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveValue('half')
  await close()
  await question().getByRole('button', { name: '放弃更改' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await button('open').click()
  await expect.element(field('Name')).toHaveValue('')
})

test('neither a double click on Cancel nor a held Esc key discards unsaved input', async () => {
  await mount(<Page />)
  await button('open').click()
  await field('Name').fill('half')
  await button('取消').dblClick()
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Escape>3/}')
  await expect.element(question()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape>3/}')
  await expect.element(field('Name')).toHaveValue('half')
  await question().getByRole('button', { name: '放弃更改' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('shows a validation error in place of the hint, focuses the field, and sends nothing', async () => {
  const sent: object[] = []
  await mount(<Page submit={async (values) => void sent.push(values)} />)
  await button('open').click()
  await expect.element(page.getByText('as others read it')).toBeVisible()
  await button('Save').click()
  await expect.element(page.getByText('a name is missing')).toBeVisible()
  await expect.element(page.getByText('as others read it')).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveFocus()
  expect(sent).toEqual([])
  await field('Name').fill('Wang')
  await button('Save').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent).toEqual([{ name: 'Wang', phone: '' }])
})

test('shows a server error at its field or above the form, and keeps the input', async () => {
  const refusals: Refusal[] = [
    { message: 'refused', fields: { phone: 'this phone is taken' } },
    { message: 'there is no answer' },
  ]
  await mount(<Page submit={() => Promise.reject(refusals.shift())} />)
  await button('open').click()
  await field('Name').fill('Wang')
  await button('Save').click()
  await expect.element(page.getByText('this phone is taken')).toBeVisible()
  await expect.element(field('Phone')).toHaveFocus()
  await button('Save').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('there is no answer')
  await expect.element(page.getByText('this phone is taken')).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveValue('Wang')
})

test('a dialog submits the form once after repeated Enter, and stays open while the request is pending', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  const submit = () => {
    sent++
    return promise
  }
  await mount(<Page submit={submit} />)
  await button('open').click()
  await field('Name').fill('Wang')
  await userEvent.keyboard('{Enter}{Enter}')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
  expect(sent).toBe(1)
  resolve()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('does not submit the form again during the closing transition', async () => {
  let sent = 0
  // This provider uses Mantine's default environment, in which transitions are enabled as in production.
  await mount(
    <MantineProvider>
      <Page submit={async () => void sent++} />
    </MantineProvider>,
  )
  await button('open').click()
  await field('Name').fill('Wang')
  const form = required(
    document.querySelector<HTMLFormElement>('[role="dialog"] form'),
    '[role="dialog"] form',
  )
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toBe(1)
  form.requestSubmit()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent).toBe(1)
})
