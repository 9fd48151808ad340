import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '#icons'

/**
 * Native select that looks like the other fields. It needs little code, and opens the system's picker on
 * phones.
 */
export function Select(props: NativeSelectProps) {
  return (
    <NativeSelect
      {...props}
      rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  )
}
