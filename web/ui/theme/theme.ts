import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

const reeve: MantineColorsTuple = [
  '#EAF1FF',
  '#D3E1FF',
  '#A8C4FF',
  '#7BA7FF',
  '#5089FF',
  '#3573FF',
  '#165DFF',
  '#0E4FE0',
  '#0A3FB8',
  '#072F8C',
]
const red: MantineColorsTuple = [
  '#FFECEB',
  '#FFD6D5',
  '#FFB0AE',
  '#FF7B7B',
  '#F2575A',
  '#E5484D',
  '#D9363E',
  '#C9252D',
  '#A51C24',
  '#7F141B',
]
const dark: MantineColorsTuple = [
  '#E8EAED',
  '#C8CDD6',
  '#A9B0BC',
  '#8A92A0',
  '#3A404B',
  '#2A2F37',
  '#1E2127',
  '#17191E',
  '#0F1013',
  '#08090B',
]
const gray: MantineColorsTuple = [
  '#F7F8FA',
  '#F2F3F5',
  '#E5E6EB',
  '#D9DCE2',
  '#CDD1D9',
  '#A9AEB8',
  '#5F697B',
  '#4E5969',
  '#272E3B',
  '#1D2129',
]

/**
 * Sizes are set with CSS variables of each component, because Mantine sets these variables inline and style
 * sheets cannot override them. `--control` is 32 px, or 40 px on phones and in the sign-in card (tokens.css).
 * Components are configured with plain objects, because Component.extend() would load every component with
 * the first page.
 */
export const theme = createTheme({
  primaryColor: 'reeve',
  primaryShade: 6,
  defaultRadius: '0.375rem',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  colors: { reeve, red, dark, gray },
  radius: { xs: '0.1875rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.125rem', sm: '1.375rem', md: '1.375rem', lg: '1.5rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: { md: 'var(--shadow-menu)', xl: 'var(--shadow-dialog)' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.375rem' },
    },
  },
  components: {
    Button: {
      vars: () => ({
        root: {
          '--button-height': 'var(--control)',
          '--button-padding-x': '0.875rem',
          '--button-fz': '0.875rem',
        },
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({
        root: { '--ai-size': '2rem', '--ai-color': 'var(--t2)', '--ai-hover': 'var(--hover)' },
      }),
    },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-height': 'var(--control)',
          '--input-fz': '0.875rem',
          '--input-padding': '0.75rem',
        },
      }),
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Chip: {
      vars: () => ({
        root: {
          '--chip-size': '1.75rem',
          '--chip-fz': '0.8125rem',
          '--chip-padding': '0.75rem',
          '--chip-checked-padding': '0.625rem',
          '--chip-icon-size': '0.75rem',
          '--chip-radius': '0.875rem',
        },
      }),
    },
    SegmentedControl: {
      defaultProps: { withItemsBorders: false },
      vars: () => ({
        root: {
          '--sc-font-size': '0.8125rem',
          '--sc-padding': '2px 0.625rem',
          '--sc-color': 'var(--segment)',
        },
      }),
    },
    Pagination: {
      vars: () => ({
        root: {
          '--pagination-control-size': 'var(--pager, 1.75rem)',
          '--pagination-control-fz': '0.8125rem',
        },
      }),
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 8,
        transitionProps: { transition: 'pop', duration: 160 },
        // Mantine's focus placeholder would be an invalid child of the menu, because it is not a menu item.
        // Without the placeholder, the first item gets the focus.
        withInitialFocusPlaceholder: false,
      },
    },
    MenuDropdown: { defaultProps: { onClickCapture: leaveMenu } },
    Modal: {
      defaultProps: {
        size: 520,
        radius: 12,
        shadow: 'xl',
        centered: true,
        transitionProps: { duration: 200 },
      },
    },
  },
})

/**
 * Returns the focus to the menu's button when an item is chosen. If the item opens a dialog, the dialog later
 * returns the focus to the button, because the item no longer exists.
 */
function leaveMenu({ target, currentTarget }: MouseEvent<HTMLElement>) {
  // Only plain items close the menu. Checkable items leave the menu open.
  if ((target as Element).closest('[role=menuitem]'))
    document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus()
}

/** Maps Mantine's variables to the design tokens of tokens.css. */
const shared = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--t1)',
  '--mantine-color-dimmed': 'var(--t3)',
  '--mantine-color-placeholder': 'var(--t3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--err)',
  '--mantine-color-default-color': 'var(--t1)',
  '--mantine-color-default-border': 'var(--line2)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--t3)',
  '--mantine-color-disabled-border': 'var(--line)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...shared, '--mantine-color-default': 'var(--panel)' },
  dark: { ...shared, '--mantine-color-default': 'var(--raised)' },
})
