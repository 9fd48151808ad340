import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '#icons'

/** The browser's own list of choices, in our frame: light, and right on a phone. */
export function Select(props: NativeSelectProps) {
  return (
    <NativeSelect
      {...props}
      rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  )
}
