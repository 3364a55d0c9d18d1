import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/profiles/answers'
import { followMerges } from '#app/providers/merge_followers'

/** What the words of a line say it is. */
export const profiles = defineArea({
  name: 'profiles',
  floor: 8,
  tables: [
    'expense_profiles',
    'profile_keywords',
    'profile_suggestions',
    'profile_corrections',
    'profile_book',
  ],
  menu: {
    'profile-manager.index': [
      'providers/profiles/index',
      'providers/profiles/create',
      'providers/profiles/edit',
      'providers/profiles/show',
      'providers/profile_imports/create',
    ],
  },
  routes: [() => import('#app/profiles/routes')],
  jobs: [async () => (await import('#app/profiles/jobs/suggest_keywords_job')).suggestKeywordsJob],
  imports: {
    'expense-profiles': async () => (await import('#app/profiles/import/profile_import')).profileImport,
  },
  refusals: {
    CF001: 'Un perfil admite hasta 200 palabras clave.',
  },
  /** Profiles go with a supplier that is merged. */
  boot() {
    answerPorts()
    followMerges({
      sites: (provider) => `select unnest(site_ids) from expense_profiles where provider_id = ${provider}`,
      count: async (sourceId, trx) =>
        (await import('#app/profiles/actions/merge_profiles')).countProfiles(sourceId, trx),
      move: async (merge, trx) =>
        (await import('#app/profiles/actions/merge_profiles')).mergeProfiles(merge, trx),
    })
  },
  /** A process that serves hears of changed profiles; tests and commands ask instead. */
  async ready() {
    const { currentBook } = await import('#app/profiles/profile_book')
    void currentBook.listen()
  },
  async shutdown() {
    const { currentBook } = await import('#app/profiles/profile_book')
    await currentBook.close()
  },
})
