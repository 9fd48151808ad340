import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is less than 768 px wide: cards for rows, dialogs over all of it. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 47.9375rem)', false, { getInitialValueInEffect: false }) ?? false
