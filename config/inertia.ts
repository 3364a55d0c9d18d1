import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/inertia'

const MANIFEST = 'public/assets/.vite/manifest.json'

/**
 * The version of the pages: that of their build, hashed once a process and not at every request as the library would.
 * Tests name one, so that they may ask for pages as a browser does; the development server has none.
 */
function assetsVersion(): { assetsVersion?: string } {
  if (app.inTest) return { assetsVersion: 'test' }
  const manifest = app.makePath(MANIFEST)
  if (app.inDev || !existsSync(manifest)) return {}
  return { assetsVersion: createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 32) }
}

export default defineConfig({
  rootView: 'inertia_layout',
  ssr: { enabled: false },
  ...assetsVersion(),
})
