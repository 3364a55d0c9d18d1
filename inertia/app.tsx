import './css/layers.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './css/app.css'

import { createInertiaApp, type ResolvedComponent } from '@inertiajs/react'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { BareLayout } from '~/layouts/bare'
import { isBarePage } from '~/layouts/bare_pages'
import { Toaster } from '~/layouts/flash_toasts'
import type { SharedProps } from '~/shared_props'
import { cssVariables, schemeManager, theme } from '~/theme'

const pages = import.meta.glob<{ default: ResolvedComponent }>('./pages/**/{index,create,show,edit}.tsx')

// Known only once the first page has arrived.
const arrived: { mainLayout: unknown; product: string } = { mainLayout: BareLayout, product: 'Caudal' }

async function pageComponent(name: string): Promise<ResolvedComponent> {
  const load = pages[`./pages/${name}.tsx`]
  if (!load) throw new Error(`There is no page «${name}»`)
  const [page] = await Promise.all([load(), isBarePage(name) ? null : loadMainLayout()])
  return page.default
}

// The frame of the product stays out of the login's first download.
async function loadMainLayout() {
  arrived.mainLayout = (await import('~/layouts/main')).MainLayout
}

createInertiaApp({
  title: (title) => (title === '' ? arrived.product : `${title} - ${arrived.product}`),
  progress: { delay: 250, color: '#338fa8' },
  resolve: pageComponent,
  layout: (name, page) => (isBarePage(name, page.props) ? BareLayout : arrived.mainLayout),
  setup({ el, App, props }) {
    const { app } = props.initialPage.props as Partial<SharedProps>
    arrived.product = app?.name ?? arrived.product
    createRoot(el).render(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={schemeManager}>
        <App {...props} />
        <Toaster />
      </MantineProvider>
    )
  },
})
