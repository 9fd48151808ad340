import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconCalendar } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { readDay, startOfDay } from '../../lib/time/days.ts'
import styles from './DayField.module.css'
import { words } from './words.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The day as YYYY-MM-DD, or the typed text if it is not a valid day. */
  value: string
  onChange: (day: string) => void
}

/**
 * Date field that shows the date in the same format as the lists, with the browser's calendar popup. A native
 * date field would use the browser's format and language.
 */
export function DayField({ value, onChange, error, ...props }: Props) {
  const t = useTexts(words)
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  // While the field has the focus, its text is not reformatted.
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
