import { useMediaQuery } from '@mantine/hooks'

/**
 * Returns whether the window is narrower than 768 px. Rows are then shown as cards, and dialogs fill the
 * window.
 */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 47.9375rem)', false, { getInitialValueInEffect: false }) ?? false
