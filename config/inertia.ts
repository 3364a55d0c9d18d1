import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/inertia'

/** The version of the pages is that of their build; tests name one, so that they may ask for pages as a browser does. */
export default defineConfig({
  rootView: 'inertia_layout',
  ssr: { enabled: false },
  ...(app.inTest ? { assetsVersion: 'test' } : {}),
})
