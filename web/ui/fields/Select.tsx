import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '#icons'

/** A native select in the style of the other fields: light, and right on phones. */
export function Select(props: NativeSelectProps) {
  return (
    <NativeSelect
      {...props}
      rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  )
}
