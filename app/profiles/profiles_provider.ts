import type { ApplicationService } from '@adonisjs/core/types'
import { followMerges } from '#app/providers/merge_followers'

/** A process that serves or works jobs hears of changed profiles; tests and commands ask instead. Profiles go with a supplier that is merged. */
export default class ProfilesProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/profiles/actions/merge_profiles')).countProfiles(sourceId, trx),
      move: async (merge, trx) =>
        (await import('#app/profiles/actions/merge_profiles')).mergeProfiles(merge, trx),
    })
  }

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
