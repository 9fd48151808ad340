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
 * Sizes are given as each component's variables: styles would be overridden by them. `--control` is 32 px, 40 on a
 * phone and on the sign-in card (tokens.css). Plain objects, not Component.extend(): that would load every part named
 * here with the first page.
 */
export const theme = createTheme({
  primaryColor: 'reeve',
  primaryShade: 6,
  defaultRadius: '6px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  colors: { reeve, red, dark, gray },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '18px', sm: '22px', md: '22px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { md: 'var(--shadow-menu)', xl: 'var(--shadow-dialog)' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '22px' },
    },
  },
  components: {
    Button: {
      vars: () => ({
        root: {
          '--button-height': 'var(--control)',
          '--button-padding-x': '14px',
          '--button-fz': '14px',
        },
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({
        root: { '--ai-size': '32px', '--ai-color': 'var(--t2)', '--ai-hover': 'var(--hover)' },
      }),
    },
    Input: {
      vars: () => ({
        wrapper: { '--input-height': 'var(--control)', '--input-fz': '14px', '--input-padding': '12px' },
      }),
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Chip: {
      vars: () => ({
        root: {
          '--chip-size': '28px',
          '--chip-fz': '13px',
          '--chip-padding': '12px',
          '--chip-checked-padding': '10px',
          '--chip-icon-size': '12px',
          '--chip-radius': '14px',
        },
      }),
    },
    SegmentedControl: {
      defaultProps: { withItemsBorders: false },
      vars: () => ({
        root: { '--sc-font-size': '13px', '--sc-padding': '2px 10px', '--sc-color': 'var(--segment)' },
      }),
    },
    Pagination: {
      vars: () => ({
        root: { '--pagination-control-size': 'var(--pager, 28px)', '--pagination-control-fz': '13px' },
      }),
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 8,
        transitionProps: { transition: 'pop', duration: 160 },
        // It would be a child of the menu that is no item; without it the first item gets the focus.
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

/** An item goes with its menu: a dialog that it opens is to give the focus back to the menu's button. */
function leaveMenu({ target, currentTarget }: MouseEvent<HTMLElement>) {
  // One that is ticked leaves the menu open.
  if ((target as Element).closest('[role=menuitem]'))
    document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus()
}

/** Mantine's own names for what tokens.css decides. */
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
