import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconCalendar } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { readDay, startOfDay } from '../../lib/time/days.ts'
import styles from './DayField.module.css'
import { words } from './words.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** YYYY-MM-DD, or what is typed as long as that is no day. */
  value: string
  onChange: (day: string) => void
}

/**
 * A day as the lists write it, typed or chosen in the browser's calendar: a browser's own field would show it as that
 * browser is set, in another order and language than the page.
 */
export function DayField({ value, onChange, error, ...props }: Props) {
  const t = useTexts(words)
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  // What is being typed is left as it is.
  const [typed, setTyped] = useState<string>()
  const day = startOfDay(value) !== null
  const wrong = value && !day && typed === undefined ? t('dayWrong') : undefined

  return (
    <TextInput
      {...props}
      ref={field}
      error={error ?? wrong}
      value={typed ?? value}
      placeholder={props.placeholder ?? t('dayPlaceholder')}
      maxLength={20}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange(readDay(text) ?? text.trim())
      }}
      onBlur={() => setTyped(undefined)}
      onKeyDown={({ key }) => key === 'Enter' && setTyped(undefined)}
      rightSection={
        <>
          <input
            ref={calendar}
            className={styles.calendar}
            type="date"
            max="9999-12-31"
            tabIndex={-1}
            aria-hidden
            value={day ? value : ''}
            onChange={({ currentTarget }) => {
              setTyped(undefined)
              onChange(currentTarget.value)
              field.current?.focus()
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('dayChoose')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}
