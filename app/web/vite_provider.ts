import type { ApplicationService } from '@adonisjs/core/types'
import ViteProvider from '@adonisjs/vite/vite_provider'

/** Tests serve the built pages, as production does: a development server of its own only where there is no build. */
export default class BuiltPagesProvider extends ViteProvider {
  constructor(private readonly application: ApplicationService) {
    super(application)
  }

  override async start() {
    const vite = await this.application.container.make('vite')
    if (this.application.getEnvironment() === 'test' && vite.hasManifestFile) return
    await super.start()
  }
}
