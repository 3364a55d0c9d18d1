import type { ApplicationService } from '@adonisjs/core/types'

/** A process that serves or works jobs hears of changed profiles; tests and commands ask instead. */
export default class ProfilesProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { currentBook } = await import('#app/profiles/profile_book')
    void currentBook.listen()
  }

  async shutdown() {
    if (this.app.getEnvironment() !== 'web') return
    const { currentBook } = await import('#app/profiles/profile_book')
    await currentBook.close()
  }
}
