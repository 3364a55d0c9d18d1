import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef7f9',
  '#d8ecf1',
  '#b0d8e2',
  '#83c1d1',
  '#56a8be',
  '#338fa8',
  '#1f7790',
  '#146178',
  '#0e4c60',
  '#0a3847',
]
const gray: MantineColorsTuple = [
  '#f7f8f8',
  '#eff1f1',
  '#e3e6e6',
  '#d3d7d8',
  '#b9bfc1',
  '#8a9295',
  '#646d70',
  '#4d5559',
  '#33393c',
  '#1d2224',
]
// A warm near-black: the page is 7, what is raised above it 6, what is under the pointer 5.
const dark: MantineColorsTuple = [
  '#e9e6e1',
  '#cfcac3',
  '#a8a29a',
  '#948d84',
  '#3d3a36',
  '#302d2a',
  '#242220',
  '#181715',
  '#121110',
  '#0b0a0a',
]

export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  black: '#16191a',
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { radius: 4 } },
    InputWrapper: {
      styles: { label: { marginBottom: 4 }, description: { marginTop: 4 }, error: { marginTop: 4 } },
    },
    TextInput: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 140 },
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Cerrar' },
      },
      styles: {
        title: { fontSize: '1.0625rem', fontWeight: 600 },
        content: { background: 'var(--surface-raised)' },
        header: { background: 'var(--surface-raised)' },
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 250, transitionProps: { duration: 120 } } },
  },
})

/** The surfaces and text colours Mantine derives, moved to the two designed themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': '#6f787b',
    '--mantine-color-error': '#b02a2a',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-text': 'var(--mantine-color-dark-0)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-4)',
    '--mantine-color-error': '#f69c98',
  },
})

const storeKey = 'caudal.theme'

/** Keeps the scheme in the browser under the product's key and marks the root as dark. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'),
  set(scheme) {
    document.documentElement.classList.toggle('dark', scheme === 'dark')
    try {
      window.localStorage.setItem(storeKey, scheme === 'dark' ? 'myDarkTheme' : 'myLightTheme')
    } catch (error) {
      console.error(error)
    }
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => window.localStorage.removeItem(storeKey),
}
